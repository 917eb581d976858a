"""Commands about what is kept: games that wait, players, records, the language, and where the points came from."""

from __future__ import annotations

from kernelkit.spoken import LANGUAGES
from solitario.application.commands import Command
from solitario.application.engine import GameEngine
from solitario.application.messages import Message, status
from solitario.application.profiles import UnknownProfileError
from solitario.application.seat import Seat
from solitario.errors import SolitarioError

EVENTS_SAID = 5
GAMES_SAID = 5
LANGUAGE_WORDS = {
    **dict.fromkeys(("it", "italian", "italiano"), "it"),
    **dict.fromkeys(("en", "english", "inglese"), "en"),
}
NEW_WORDS = ("new", "nuovo", "create", "crea")


def games(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """The games that wait besides this one, by number; a number opens one, and this one is kept."""
    waiting = seat.host.waiting(seat.engine)[:GAMES_SAID]
    if not waiting:
        return [status("no_games")]
    if words and words[0].isdecimal() and 1 <= int(words[0]) <= len(waiting):
        seat.engine.save_clock()
        return seat.exchanged(waiting[int(words[0]) - 1])
    seat.menu = {str(number): Command("games", (str(number),)) for number in range(1, len(waiting) + 1)}
    return [status("games", games=[_game_facts(engine) for engine in waiting])]


def _game_facts(engine: GameEngine) -> dict[str, object]:
    seconds = engine.clock.elapsed_ms // 1000
    deck = engine.settings.deck_type
    return {"deal": engine.deal_number, "deck": deck, "moves": engine.move_count, "seconds": seconds}


def statistics(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """What the finished games of this player add up to."""
    return seat.host.records_told("statistics")


def records(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The best wins."""
    return seat.host.records_told("records")


def events(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The last actions that brought or cost points, the latest first."""
    scored = [event for event in reversed(seat.engine.scorer.log) if event.points]
    said = [{"event": event.event_type.value, "points": event.points} for event in scored[:EVENTS_SAID]]
    return [status("events", events=said)]


def profile(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Whose game this is and who else plays here; a name plays as somebody else, ``new`` and a name makes a player."""
    typed = seat.typed.split()[1:]
    if not typed:
        return [_players(seat)]
    # Written before the host looks: the game it finds may be this one, and would be behind its own journal.
    seat.engine.save_clock()
    try:
        if typed[0].lower() in NEW_WORDS and len(typed) > 1:
            found = seat.host.play_as(" ".join(typed[1:]), is_new=True)
        else:
            found = seat.host.play_as(" ".join(typed))
    except SolitarioError as error:
        refused = status("trouble", **{language: error.message(language) for language in LANGUAGES})
        return [refused, _players(seat)] if isinstance(error, UnknownProfileError) else [refused]
    return seat.exchanged(found) if found is not None else seat.begin(None, seat.next_settings, keeps=True)


def _players(seat: Seat) -> Message:
    """Who plays, who else does here, and how to change or add somebody."""
    return status("players", player=seat.host.owner_name(seat.engine), names=seat.host.player_names())


def language(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Speak another language from now on; without a word, the other one."""
    wanted = LANGUAGE_WORDS.get(words[0] if words else "", "")
    if words and not wanted:
        return [status("no_such_language")]
    if not wanted:
        others = [each for each in LANGUAGES if each != (seat.language or seat.first_language)]
        wanted = others[0]
    seat.language = wanted
    return [status("language_set"), *seat.host.chosen_language(wanted)]
