"""Collect the sentences of each package into its catalogues and compile them: ``python tools/messages.py [--check]``.

With ``--check`` nothing is written: the run fails when a catalogue is stale, lacks a sentence or keeps a dead one,
or when a sentence is marked fuzzy: such a one is left out of what is compiled, and English is said instead.
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

SOURCE = Path(__file__).parent.parent / "src"
PACKAGES = ("kernelkit", "qb_engine", "solitario", "mazzo")
METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
"""Where sentences stand: in the code, and in the pages."""
KEYWORDS = {"sentence": None, "_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
LANGUAGE = "it"
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""A catalogue changes with its sentences, never with the clock."""


def collected(package: str) -> Catalog:
    """Every sentence that the code of ``package`` marks."""
    catalog = Catalog(domain=package, fuzzy=False)
    for path, _line, message, _comments, context in extract_from_dir(SOURCE / package, METHODS, keywords=KEYWORDS):
        catalog.add(message, locations=[(f"{package}/{path}", 0)], context=context)
    return catalog


def updated(package: str, po_path: Path) -> Catalog:
    """The Italian catalogue of ``package`` with today's sentences: new ones empty, dead ones gone."""
    if po_path.exists():
        with po_path.open("rb") as stream:
            catalog = read_po(stream, locale=LANGUAGE, domain=package)
    else:
        catalog = Catalog(locale=LANGUAGE, domain=package, fuzzy=False)
    catalog.update(collected(package), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    catalog.creation_date = catalog.revision_date = UNDATED
    return catalog


def po_text(catalog: Catalog) -> bytes:
    """The catalogue as text, without places or dates, so that a diff shows sentences only."""
    stream = io.BytesIO()
    write_po(stream, catalog, width=120, no_location=True, omit_header=True, sort_output=True)
    header = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: it\\n"\n'
    header += b'"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    return header + stream.getvalue()


def mo_bytes(catalog: Catalog) -> bytes:
    stream = io.BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def italian_faults(catalog: Catalog) -> list[str]:
    """What keeps a sentence of the catalogue from being said in Italian."""
    sentences = [message for message in catalog if message.id]
    missing = [m.id for m in sentences if not m.string or (isinstance(m.string, tuple) and not all(m.string))]
    doubtful = [m.id for m in sentences if m.fuzzy]
    return [
        *(f"no Italian for {text!r}" for text in missing),
        *(f"the Italian for {text!r} is marked fuzzy: read it and take the mark away" for text in doubtful),
    ]


def main() -> int:
    check = "--check" in sys.argv
    faults: list[str] = []
    for package in PACKAGES:
        po_path = SOURCE / package / "locale" / LANGUAGE / "LC_MESSAGES" / f"{package}.po"
        if not len(collected(package)) and not po_path.exists():
            continue
        catalog = updated(package, po_path)
        faults += [f"{package}: {fault}" for fault in italian_faults(catalog)]
        wanted = {po_path: po_text(catalog), po_path.with_suffix(".mo"): mo_bytes(catalog)}
        for path, content in wanted.items():
            if path.exists() and path.read_bytes() == content:
                continue
            if check:
                faults.append(f"{path.relative_to(SOURCE)} is stale: run python tools/messages.py")
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
    print("\n".join(faults) or "catalogues are complete")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
