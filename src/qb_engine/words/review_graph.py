"""The win graph of a review as one SVG: a line, the losses on it as marks of three shapes, and all of it in words.

The picture brings its own paper and ink, light or dark as the reader's screen is, and loses nothing in grey: every
mark has a shape, a sign and a name of its own. Whoever hears it gets the title and the description, move by move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from kernelkit.spoken import sentence
from qb_engine.review.report import FLAGS, Flag, Review, ReviewedMove
from qb_engine.words.moves import decimal, percent_words
from qb_engine.words.review import FLAG_WORDS, mover_words, summary_lines, table_lines
from qb_engine.words.voice import Voice

LEFT, RIGHT, TOP, BOTTOM = 64, 24, 56, 84
"""Room around the plot, in pixels of the drawing."""
HEIGHT = 300
WIDTH = 640
NARROWEST = 40
"""The plot is so wide, and wider when its columns would become narrower than this."""
DROP = 0.3
"""So far behind the chance before a move, in columns, stands the one after it."""
GIFT = 0.66
"""So far stands a mark of the other side, which moves in between."""
SIZE = 7

SIGNS: Mapping[Flag, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
LIGHT = {"paper": "#fbfaf6", "ink": "#1f2421", "rule": "#d2cfc4", "line": "#1d5c4a", "loss": "#a3341f"}
DARK = {"paper": "#16211c", "ink": "#eceadf", "rule": "#43524b", "line": "#86d6b7", "loss": "#ff9d80"}


def review_svg(review: Review, voice: Voice) -> str:
    """The graph as the text of an SVG file."""
    return "\n".join(_Drawing(review, voice).lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _Point:
    x: float
    y: float

    def __str__(self) -> str:
        return f"{self.x:.1f},{self.y:.1f}"


class _Drawing:
    """One graph: columns are the moves of the seat from which the game is told, and the end."""

    def __init__(self, review: Review, voice: Voice) -> None:
        self._review, self._voice = review, voice
        count = len(review.own) + 1
        self._step = max(NARROWEST, WIDTH / count)
        self._width = LEFT + round(self._step * count) + RIGHT

    def lines(self) -> Iterator[str]:
        size = f'width="{self._width}" height="{TOP + HEIGHT + BOTTOM}"'
        box = f'viewBox="0 0 {self._width} {TOP + HEIGHT + BOTTOM}"'
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box} lang="{self._voice.language}" role="img" '
            'aria-labelledby="review-title review-desc" font-family="system-ui, sans-serif" font-size="13">'
        )
        yield f'<title id="review-title">{escape(self._title())}</title>'
        yield f'<desc id="review-desc">{escape(self._description())}</desc>'
        yield from self._style()
        yield f'<rect class="paper" width="100%" height="100%" fill="{LIGHT["paper"]}"/>'
        yield from self._grid()
        yield from self._curve()
        yield from self._marks()
        yield from self._legend()
        yield "</svg>"

    # In words.

    def _title(self) -> str:
        yours, theirs = sentence("Your win chance, move by move"), sentence("The enemy's win chance, move by move")
        return self._voice.say(yours if self._review.side == "Y" else theirs)

    def _description(self) -> str:
        """Everything that the picture shows, as sentences."""
        heard = Voice(self._voice.language, aloud=True)
        return " ".join([*summary_lines(self._review, heard), *table_lines(self._review, heard)])

    # The paper.

    def _style(self) -> Iterator[str]:
        """Dark ink and paper where the screen is dark; without this the light ones stand."""
        fills = "".join(f".{name}{{fill:{DARK[name]}}}" for name in ("paper", "ink", "loss"))
        strokes = "".join(f".{name}-stroke{{stroke:{DARK[name]}}}" for name in ("paper", "ink", "rule", "line", "loss"))
        yield f"<style>@media (prefers-color-scheme: dark){{{fills}{strokes}}}</style>"

    def _grid(self) -> Iterator[str]:
        right = self._width - RIGHT
        yield self._text(_Point(LEFT, 28), self._title(), anchor="start", weight="bold")
        for percent in (0, 25, 50, 75, 100):
            y = self._y(percent / 100)
            dashes = "" if percent == 50 else ' stroke-dasharray="2 4"'
            yield (
                f'<line class="rule-stroke" x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" '
                f'stroke="{LIGHT["rule"]}" stroke-width="1"{dashes}/>'
            )
            yield self._text(_Point(LEFT - 10, y + 4), f"{percent}%", anchor="end")
        for place, move in enumerate(self._review.own):
            yield self._text(_Point(self._x(place), TOP + HEIGHT + 20), str(move.moment.turn))
        words = self._voice
        yield self._text(_Point(LEFT - 10, TOP + HEIGHT + 20), words.say(sentence("turn")), anchor="end")
        if self._review.result is not None:
            below = _Point(self._end.x, TOP + HEIGHT + 20)
            yield self._text(below, words.say(sentence("end")))

    def _text(self, at: _Point, text: str, *, anchor: str = "middle", weight: str = "normal") -> str:
        place = f'x="{at.x:.1f}" y="{at.y:.1f}" text-anchor="{anchor}" font-weight="{weight}"'
        halo = f'stroke="{LIGHT["paper"]}" stroke-width="3" paint-order="stroke"'
        return f'<text class="ink paper-stroke" {place} fill="{LIGHT["ink"]}" {halo}>{escape(text)}</text>'

    # The line.

    def _x(self, column: float) -> float:
        return LEFT + (column + 0.4) * self._step

    def _y(self, chance: float) -> float:
        return TOP + (1 - chance) * HEIGHT

    def _ends(self, place: int) -> tuple[_Point, _Point]:
        """Where the line stands before and after an own move."""
        move = self._review.own[place]
        return _Point(self._x(place), self._y(move.win_before)), _Point(self._x(place + DROP), self._y(move.win_after))

    @property
    def _end(self) -> _Point:
        return _Point(self._x(len(self._review.own)), self._y(self._review.end))

    def _curve(self) -> Iterator[str]:
        points = [point for place in range(len(self._review.own)) for point in self._ends(place)]
        if self._review.result is not None:
            points.append(self._end)
            above = _Point(self._end.x, max(self._end.y - 10, TOP - 8))
            yield self._text(above, percent_words(self._review.end, self._voice), weight="bold")
        path = " ".join(map(str, points))
        yield (
            f'<polyline class="line-stroke" points="{path}" fill="none" stroke="{LIGHT["line"]}" stroke-width="2.5" '
            'stroke-linejoin="round"/>'
        )

    # The marks.

    def _marks(self) -> Iterator[str]:
        own = list(self._review.own)
        for move in self._review.flagged:
            if move.side != self._review.side:
                yield from self._mark(move, self._gift_point(move), is_own=False)
                continue
            before, after = self._ends(own.index(move))
            yield (
                f'<line class="loss-stroke" x1="{before.x:.1f}" y1="{before.y:.1f}" x2="{after.x:.1f}" '
                f'y2="{after.y:.1f}" stroke="{LIGHT["loss"]}" stroke-width="4"/>'
            )
            yield from self._mark(move, after, is_own=True)

    def _gift_point(self, move: ReviewedMove) -> _Point:
        """A mark of the other side's stands on the line between two own moves."""
        own = self._review.own
        place = sum(one.moment.ply < move.moment.ply for one in own) - 1
        column = place + GIFT
        if place < 0:
            return _Point(self._x(column), self._ends(0)[0].y)
        start = self._ends(place)[1]
        is_last = place + 1 == len(own)
        end = self._end if is_last else self._ends(place + 1)[0]
        share = (self._x(column) - start.x) / (end.x - start.x)
        return _Point(self._x(column), start.y + share * (end.y - start.y))

    def _mark(self, move: ReviewedMove, at: _Point, *, is_own: bool) -> Iterator[str]:
        """The mark with its sign and its points, and a title for whoever points at it."""
        assert move.flag is not None
        words, points = self._voice, decimal(move.points_lost, self._voice)
        key = sentence("Turn {turn}, {move}: {flag}, {points} points lost.")
        facts = {"flag": words.say(FLAG_WORDS[move.flag]), "move": mover_words(self._review, move, words)}
        yield f"<g><title>{escape(words.say(key, turn=move.moment.turn, points=points, **facts))}</title>"
        yield self._shape(move.flag, at, is_own=is_own)
        beside, anchor = self._beside(at, is_own=is_own)
        yield self._text(beside, f"{SIGNS[move.flag]} {points}", anchor=anchor, weight="bold")
        yield "</g>"

    def _beside(self, at: _Point, *, is_own: bool) -> tuple[_Point, str]:
        """Where a mark's points stand, clear of the line, which falls to your mark from the left."""
        is_low = at.y > TOP + HEIGHT - 30
        if is_own and is_low:
            return _Point(at.x - SIZE - 5, at.y + 5), "end"
        is_above = is_low or (not is_own and at.y > TOP + 30)
        return _Point(at.x, at.y + (-13 if is_above else 22)), "middle"

    def _shape(self, flag: Flag, at: _Point, *, is_own: bool) -> str:
        """A disc, a triangle or a square; the other side's are hollow."""
        ink, paper = LIGHT["loss"], LIGHT["paper"]
        kind, fill = ("loss", ink) if is_own else ("paper", paper)
        look = f'class="{kind} loss-stroke" fill="{fill}" stroke="{ink}" stroke-width="2"'
        if flag == "inaccuracy":
            return f'<circle cx="{at.x:.1f}" cy="{at.y:.1f}" r="{SIZE - 1}" {look}/>'
        if flag == "mistake":
            corners = (
                _Point(at.x - SIZE, at.y + SIZE - 1),
                _Point(at.x + SIZE, at.y + SIZE - 1),
                _Point(at.x, at.y - SIZE),
            )
            return f'<polygon points="{" ".join(map(str, corners))}" {look}/>'
        return f'<rect x="{at.x - SIZE:.1f}" y="{at.y - SIZE:.1f}" width="{2 * SIZE}" height="{2 * SIZE}" {look}/>'

    def _legend(self) -> Iterator[str]:
        """What the marks mean, below the turns."""
        y = TOP + HEIGHT + 48
        for place, (flag, points) in enumerate(reversed(FLAGS)):
            x = LEFT + place * (self._width - LEFT - RIGHT) / len(FLAGS)
            yield self._shape(flag, _Point(x + SIZE, y - 4), is_own=True)
            key = sentence("{sign} {flag}, from {points} points")
            facts = {"flag": self._voice.say(FLAG_WORDS[flag]), "points": round(points)}
            yield self._text(_Point(x + 2.6 * SIZE, y), self._voice.say(key, sign=SIGNS[flag], **facts), anchor="start")
        if len(self._review.sides) == 2:
            text = self._voice.say(sentence("Hollow marks are moves of the enemy."))
            yield self._text(_Point(LEFT, y + 24), text, anchor="start")
