"""Sentences in two languages, and errors that are made of them.

The English sentence in the code is the key; Italian stands in ``locale/it/LC_MESSAGES/<package>.po`` of the package
that says it. ``tools/messages.py`` collects the keys and compiles the catalogues.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from pathlib import PurePath
from typing import Any, ClassVar

from kernelkit.plain_text import plain_line

LANGUAGES = ("en", "it")
"""English is the language of the keys; every other one has a catalogue in each package."""


def sentence(key: str) -> str:
    """``key`` itself: marks an English sentence that is translated later, where the language is known."""
    return key


@cache
def catalogue(package: str, language: str) -> NullTranslations:
    """The sentences of ``package`` in ``language``; ValueError for a language that has none."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r} is not spoken here: choose one of {', '.join(LANGUAGES)}")
    if language == LANGUAGES[0]:
        return NullTranslations()
    path = files(package).joinpath("locale", language, "LC_MESSAGES", f"{package}.mo")
    with path.open("rb") as compiled:
        return GNUTranslations(compiled)


class Announcements:
    """What a program says although nobody asked, such as why its first answer takes so long: one plain line."""

    def __init__(self) -> None:
        self.language = LANGUAGES[0]

    @contextmanager
    def chosen(self) -> Iterator[None]:
        """What is chosen inside holds inside."""
        before = self.language
        try:
            yield
        finally:
            self.language = before

    def say(self, package: str, key: str) -> None:
        """Write the sentence ``key`` of ``package`` to where errors go, in the language that was chosen."""
        sys.stderr.write(f"{package}: {catalogue(package, self.language).gettext(key)}\n")
        sys.stderr.flush()


announcements = Announcements()
"""Those of this process: whoever knows which language is spoken sets it; a library alone speaks English."""


class Said:
    """A sentence inside a sentence: a key with its own facts, put into words when the language is known."""

    __slots__ = ("facts", "key")

    def __init__(self, key: str, /, **facts: Any) -> None:
        self.key, self.facts = key, facts

    def said(self, package: str, language: str) -> str:
        """The sentence in ``language``, from the catalogue of ``package``; sentences and errors in it likewise."""
        facts = {name: in_language(fact, package, language) for name, fact in self.facts.items()}
        return catalogue(package, language).gettext(self.key).format(**facts)

    def __str__(self) -> str:
        return self.key.format(**self.facts)


class SpokenError(Exception):
    """An error that is a value: a sentence key and the facts in it, readable in every language.

    A package derives its one root error and names itself in ``package``; each error below it gives its ``template``.
    """

    package: ClassVar[str]
    template: ClassVar[str]

    def __init__(self, **facts: Any) -> None:
        self.facts = facts
        super().__init__(self.message())

    def message(self, language: str = LANGUAGES[0]) -> str:
        """The error as one sentence in ``language``."""
        template = catalogue(self.package, language).gettext(self.template)
        facts = self.facts_in(language)
        return template.format(**{name: _OneLine(fact) if _is_text(fact) else fact for name, fact in facts.items()})

    def facts_in(self, language: str) -> dict[str, Any]:
        """The facts as the sentence needs them, those that are sentences or errors themselves in ``language``."""
        return {key: in_language(fact, self.package, language) for key, fact in self.facts.items()}


class _OneLine(str):
    """A fact that is text as it may stand in a sentence, whatever a file or the name of one holds."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        return format(plain_line(str(self)), form)


def _is_text(fact: Any) -> bool:
    return isinstance(fact, str | PurePath)


def in_language(fact: Any, package: str, language: str) -> Any:
    """``fact`` itself, or in words when it is a sentence of ``package`` or an error."""
    if isinstance(fact, Said):
        return fact.said(package, language)
    return fact.message(language) if isinstance(fact, SpokenError) else fact
