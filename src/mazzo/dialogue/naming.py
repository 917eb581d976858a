"""Names that a player teaches: ``name "lupo" grasslands wolf``, the list of them, and files to give away."""

from __future__ import annotations

import re

from mazzo.decks.names import names_in, names_text
from mazzo.dialogue.conversation import TableTalk
from mazzo.dialogue.verbs import Typed
from mazzo.play.files import Files
from mazzo.words.table import FORGOTTEN, LEARNED, NONE_TAUGHT, REMEMBERED, SAVED

SUFFIX = ".json"
_QUOTED = re.compile(r"[\"'“”«‘]([^\"'“”«»’]+)[\"'“”»’] *(.*)")
SAVE_WORDS, LOAD_WORDS = ("save", "salva"), ("load", "carica")


def teach(table: TableTalk, typed: Typed) -> list[str]:
    """Remember a name; without quotation marks it is the first word."""
    name, card = _name_and_rest(typed.rest)
    if not name or not card:
        raise table.incomplete(typed)
    card_id = table.card(card, None)
    table.names.teach(name, card_id)
    return [table.words.say(REMEMBERED, name=" ".join(name.casefold().split()), card=table.words.card(card_id))]


def forget(table: TableTalk, typed: Typed) -> list[str]:
    """Forget a name."""
    if not typed.rest:
        raise table.incomplete(typed)
    match = _QUOTED.fullmatch(typed.rest)
    name = match[1] if match else typed.rest
    table.names.forget(name)
    return [table.words.say(FORGOTTEN, name=name.casefold())]


def names(table: TableTalk, typed: Typed, files: Files) -> list[str]:
    """The names that were taught; with ``save`` into a file, with ``load`` from one."""
    word, _, file = typed.rest.partition(" ")
    if not typed.rest:
        taught = [f"{name}: {table.words.card(card_id)}" for name, card_id in sorted(table.names.own().items())]
        return taught or [table.words.say(NONE_TAUGHT)]
    if not file or word.casefold() not in (*SAVE_WORDS, *LOAD_WORDS):
        raise table.incomplete(typed)
    if word.casefold() in SAVE_WORDS:
        target = files.target(file, SUFFIX)
        target.write_new(names_text(table.names.own()).encode())
        return [table.words.say(SAVED, file=target.name)]
    name, content = files.content(file)
    read = names_in(content, name)
    table.names.learn(read)
    return [table.words.say(LEARNED, count=len(read))]


def _name_and_rest(text: str) -> tuple[str, str]:
    match = _QUOTED.fullmatch(text)
    if match:
        return match[1].strip(), match[2].strip()
    first, _, rest = text.partition(" ")
    return first, rest.strip()
