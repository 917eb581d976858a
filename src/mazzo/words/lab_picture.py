"""The table of a round robin as one SVG: a square for each two decks, with its number, and all of it in words.

The picture brings its own paper and ink, light or dark as the reader's screen is. A square is filled the more the
further its rate is from a half, striped where it is a loss, so that it says the same in grey.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kernelkit.spoken import sentence
from mazzo.lab.round_robin import DecksRecord
from mazzo.words.lab import LabWords
from mazzo.words.lab_decks import interval_words

SIZE = 92
LEFT, TOP, RIGHT, BOTTOM = 190, 96, 24, 64
LIGHT = {"paper": "#fbfaf6", "ink": "#1f2421", "rule": "#d2cfc4", "win": "#2f8f72", "loss": "#c9674f"}
DARK = {"paper": "#16211c", "ink": "#eceadf", "rule": "#43524b", "win": "#2f8f72", "loss": "#b4543d"}
DEEPEST = 0.62
"""How strongly the surest win or loss is filled: numbers stay readable on it."""
NAME_LETTERS = 17


def decks_svg(record: DecksRecord, language: str) -> str:
    """The picture as the text of an SVG file."""
    return "\n".join(_lines(record, LabWords(language))) + "\n"


def _lines(record: DecksRecord, words: LabWords) -> Iterator[str]:
    count = len(record.plan.decks)
    width, height = LEFT + count * SIZE + RIGHT, TOP + count * SIZE + BOTTOM
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title description">'
    title = words.say(sentence("What each deck wins against each other one, in percent"))
    yield f'<title id="title">{escape(title)}</title>'
    yield f'<desc id="description">{escape(" ".join(_sentences(record, words)))}</desc>'
    yield f"<style>{_style()}</style>"
    yield (
        '<defs><pattern id="loss" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<rect width="7" height="7" class="red"/><rect width="2" height="7" class="stripe"/></pattern></defs>'
    )
    yield f'<rect width="{width}" height="{height}" class="paper"/>'
    yield f'<text x="24" y="30" class="title">{escape(title)}</text>'
    for number, name in enumerate(record.plan.names):
        label, y = escape(_short(name)), TOP + number * SIZE + SIZE / 2 + 5
        yield f'<text x="{LEFT - 12}" y="{y:.0f}" class="name" text-anchor="end">{number + 1} {label}</text>'
        x = LEFT + number * SIZE + SIZE / 2
        yield f'<text x="{x:.0f}" y="{TOP - 14}" class="name" text-anchor="middle">{number + 1}</text>'
    for a in range(count):
        for b in range(count):
            yield from _square(record, a, b, words)
    key = sentence("Rows against columns; below each rate its 95% interval. Filled: a win; striped: a loss.")
    yield f'<text x="24" y="{height - 24}" class="small">{escape(words.say(key))}</text>'
    yield "</svg>"


def _square(record: DecksRecord, a: int, b: int, words: LabWords) -> Iterator[str]:
    x, y = LEFT + b * SIZE, TOP + a * SIZE
    place = f'x="{x + 2}" y="{y + 2}" width="{SIZE - 4}" height="{SIZE - 4}" rx="6"'
    if a == b:
        yield f'<rect {place} class="empty"/>'
        return
    rate, interval = record.rate(a, b)
    strength = DEEPEST * min(1.0, abs(2 * rate - 1))
    fill = "win" if rate >= 0.5 else "lost"
    yield f'<rect {place} class="empty"/><rect {place} class="{fill}" fill-opacity="{strength:.3f}"/>'
    middle = x + SIZE / 2
    yield f'<text x="{middle:.0f}" y="{y + 46}" class="rate" text-anchor="middle">{words.number(100 * rate)}</text>'
    ends = interval_words(interval, words)
    yield f'<text x="{middle:.0f}" y="{y + 68}" class="small" text-anchor="middle">{ends}</text>'


def _sentences(record: DecksRecord, words: LabWords) -> Iterator[str]:
    names = record.plan.names
    for a in range(len(names)):
        for b in range(a + 1, len(names)):
            rate, interval = record.rate(a, b)
            key = sentence("{a} wins {rate} against {b}, {low} to {high}.")
            yield words.say(key, a=names[a], b=names[b], rate=words.percent(rate), **words.ends(interval))


def _short(name: str) -> str:
    return name if len(name) <= NAME_LETTERS else f"{name[: NAME_LETTERS - 1]}…"


def _style() -> str:
    return f"{_colours(LIGHT)}{FONTS}@media (prefers-color-scheme: dark){{{_colours(DARK)}}}"


def _colours(ink: dict[str, str]) -> str:
    return (
        f".paper{{fill:{ink['paper']}}}text{{fill:{ink['ink']}}}.empty{{fill:none;stroke:{ink['rule']}}}"
        f".win{{fill:{ink['win']}}}.lost{{fill:url(#loss)}}.red{{fill:{ink['loss']}}}.stripe{{fill:{ink['paper']}}}"
    )


FONTS = (
    "text{font-family:system-ui,sans-serif}.title{font-size:18px;font-weight:600}.name{font-size:14px}"
    ".rate{font-size:22px;font-weight:600;font-variant-numeric:tabular-nums}.small{font-size:12px}"
)
