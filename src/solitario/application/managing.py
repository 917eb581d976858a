"""Commands about the game as a whole: pause, help, options, another game, the end. Only what destroys asks first."""

from __future__ import annotations

from solitario.application.commands import COMMANDS, TOPIC_WORDS, TOPICS, Command
from solitario.application.deal_choice import KIND_WORDS, KINDS
from solitario.application.messages import Message, alert, status
from solitario.application.option_words import OPTION_WORDS, SWITCH_WORDS, choice_of, option_change
from solitario.application.preferences import USUAL_VOLUME, VERBOSITIES, VOLUMES
from solitario.application.seat import Seat
from solitario.application.warnings import WARNING_LEVELS
from solitario.domain.deals import LAST_DEAL
from solitario.domain.scoring_service import EndReason
from solitario.domain.settings import CHOICES, LEVELS, GameSettings
from solitario.errors import InvalidSettingError, LockedSettingError


def pause(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Stop the clock, or let it run again."""
    seat.is_paused = not seat.is_paused
    if not seat.is_paused:
        seat.engine.clock.go("pause")
        return [status("unpaused", seconds=seat.engine.clock.elapsed_ms // 1000)]
    seat.engine.clock.stop("pause")
    seat.engine.save_clock()
    return [status("paused", seconds=seat.engine.clock.elapsed_ms // 1000)]


def help_(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """The topics, or the commands of one of them; the clock stands still until the next command."""
    if not seat.engine.is_over:
        seat.engine.clock.stop("help")
    topic = next((TOPIC_WORDS[word] for word in words if word in TOPIC_WORDS), None)
    if topic is None:
        seat.menu = {str(number): Command("help", (name,)) for number, name in enumerate(TOPICS, 1)}
        return [status("help_topics", topics=list(TOPICS), typing=seat.typing)]
    return [status("help", topic=topic, commands=_commands(topic), typing=seat.typing)]


def _commands(topic: str) -> list[str]:
    return [spec.name for spec in COMMANDS if spec.topic == topic]


def new(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Start a new game, of the number or the kind that is given; a running game is given up after asking."""
    deal: int | None = None
    if words and words[0] in KIND_WORDS:
        deal = seat.host.picked(KIND_WORDS[words[0]], seat.next_settings)
        if deal is None:
            return [status("none_known", settings=seat.next_settings.as_dict())]
    elif words:
        if not words[0].isdecimal() or len(words[0]) > len(str(LAST_DEAL)) or not 1 <= int(words[0]) <= LAST_DEAL:
            return [status("no_such_deal", typed=words[0][:20], last=LAST_DEAL)]
        deal = int(words[0])
    return _replacing(seat, "ask_new", deal, seat.next_settings)


def deals(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The kinds of deals by number; the number that comes next chooses one."""
    seat.menu = {str(number): Command("new", (kind,)) for number, kind in enumerate(KINDS, 1)}
    return [status("deal_kinds", kinds=list(KINDS), typing=seat.typing)]


def restart(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Start the same deal again by the same settings; a running game is given up after asking."""
    return _replacing(seat, "ask_restart", seat.engine.deal_number, seat.engine.settings)


def _replacing(seat: Seat, question: str, deal: int | None, settings: GameSettings) -> list[Message]:
    """Begin at once when nothing is lost by it, else ask."""
    engine = seat.engine
    if not engine.is_over and engine.scorer.log:
        later = (lambda: seat.begin(deal, settings, keeps=True)) if seat.host.keeps_games else None
        return seat.ask(alert(question, can_wait=later is not None), lambda: seat.replaced(deal, settings), later)
    if not engine.is_over:
        engine.end(EndReason.ABANDON_NEW_GAME)
    return seat.begin(deal, settings)


def abandon(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Give the game up after asking."""
    return seat.ask(alert("ask_abandon"), lambda: seat.give_up(EndReason.ABANDON_EXIT))


def quit_(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """Leave; nothing is lost, so nothing is asked."""
    # Leaving comes first: a clock that cannot be written must not keep anybody here.
    seat.wants_to_leave = True
    seat.engine.save_clock()
    return [status("goodbye", is_kept=seat.host.keeps_games and not seat.engine.is_over)]


def options(seat: Seat, _words: tuple[str, ...]) -> list[Message]:
    """The options of the next game, which of them the level locks, and what is said."""
    settings, said = seat.next_settings, seat.preferences
    told = [status("options", settings=settings.as_dict(), is_for_next_game=settings != seat.engine.settings)]
    told.append(status("options_rules", recycle_mode=settings.recycle_mode, empty_piles=settings.empty_piles))
    told.append(
        status(
            "options_said",
            command_tips=settings.command_tips,
            verbosity=said.verbosity,
            score_warnings=said.score_warnings,
            volume=said.volume,
        )
    )
    locked = [option for option in CHOICES if option in LEVELS[settings.level].locked]
    return [*told, status("options_locked", level=settings.level, locked=locked)] if locked else told


def set_(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Change one option of the next game; a locked one refuses and says why."""
    change = option_change(words)
    if change is None:
        option = OPTION_WORDS.get(" ".join(words), "")
        if option:
            return [status("no_such_value", option=option, typed="", choices=list(CHOICES[option]))]
        return [status("no_such_option", typed=" ".join(words)[:40], options=list(CHOICES))]
    option, value = change
    try:
        told = seat.choose_next(option, value)
    except LockedSettingError as error:
        return [status("option_locked", option=option, level=error.facts["level"], fixed=error.facts["fixed"])]
    except InvalidSettingError:
        return [status("no_such_value", option=option, typed=" ".join(words[1:])[:40], choices=list(CHOICES[option]))]
    return [status("option_set", option=option, value=value, settings=seat.next_settings.as_dict()), *told]


def verbosity(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Say less or more; without a word, the next level round."""
    level = choice_of(words, VERBOSITIES, seat.preferences.verbosity)
    if level is None:
        return [status("no_such_value", option="verbosity", typed=" ".join(words)[:40], choices=list(VERBOSITIES))]
    told = seat.choose(verbosity=level)
    return [status("verbosity_set", value=level), *told]


def warnings(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Choose which score warnings are given; without a word, the next level round."""
    level = choice_of(words, WARNING_LEVELS, seat.preferences.score_warnings)
    if level is None:
        choices = list(WARNING_LEVELS)
        return [status("no_such_value", option="score_warnings", typed=" ".join(words)[:40], choices=choices)]
    told = seat.choose(score_warnings=level)
    return [status("warnings_set", value=level), *told]


def sounds(seat: Seat, words: tuple[str, ...]) -> list[Message]:
    """Switch the short sounds on or off, or choose how loud they are; without a word, the other way round."""
    word = words[0] if words else ("off" if seat.preferences.volume else "on")
    if word in SWITCH_WORDS:
        volume = (seat.preferences.volume or USUAL_VOLUME) if SWITCH_WORDS[word] else 0
    elif word.isdecimal() and len(word) <= len(str(VOLUMES[-1])) and int(word) <= VOLUMES[-1]:
        volume = VOLUMES[-(-int(word) * (len(VOLUMES) - 1) // VOLUMES[-1])]
    else:
        return [status("no_such_volume", last=VOLUMES[-1])]
    told = seat.choose(volume=volume)
    return [status("sounds_set", volume=volume), *told]
