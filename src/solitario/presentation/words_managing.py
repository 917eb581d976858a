"""What is said about the game as a whole: its start, its options, help, questions and goodbyes."""

from __future__ import annotations

from kernelkit.spoken import sentence
from solitario.application.commands import BY_NAME
from solitario.domain.settings import LEVELS
from solitario.presentation.voice import Facts, Voice, capital, joined

FIXED = {
    "stuck": sentence("No useful move is left."),
    "nothing_held": sentence("You hold nothing."),
    "nothing_safe": sentence("No card can safely go to a foundation."),
    "nothing_to_undo": sentence("There is nothing to undo."),
    "nothing_to_redo": sentence("There is nothing to redo."),
    "no_such_count": sentence("How many cards? For example: move 3 5 2."),
    "unknown_key": sentence("This key does nothing here. Question mark for help."),
    "nothing_said": sentence("Nothing has been said yet."),
    "is_paused": sentence("The game is paused. Z or pause goes on."),
    "is_over": sentence("The game is over. N starts a new game, D says the score in detail."),
    "answer_yes_or_no": sentence("Please answer yes or no."),
    "kept_playing": sentence("The game goes on."),
    "can_finish": sentence("Every card is open: J finishes the game by itself."),
    "no_games": sentence("No other game waits."),
    "no_such_language": sentence("The languages are English and Italian."),
    "nothing_kept": sentence("Nothing is kept here."),
    "score_waits": sentence("The score is safe in the journal; it joins the others once their file can be read."),
    "open_piles": sentence("An empty pile takes any card."),
    "ask_abandon": sentence("Give up this game? Yes or no; Enter is no."),
    "tip_help": sentence("Question mark for help."),
    "tip_keys": sentence("Question mark for help, colon to type a command in words."),
    "tip_place": sentence("Go to a pile and press Enter to lay down, K to put back."),
    "tip_stuck": sentence("U takes moves back, B starts this deal again, N a new one."),
    "tip_over": sentence("D for the score in detail, N for a new game, B for the same deal, Q to leave."),
}
"""Messages without facts."""

OPTION_NAMES = {
    "deck_type": sentence("deck"),
    "level": sentence("level"),
    "draw_count": sentence("draw"),
    "timer_mode": sentence("timer mode"),
    "timer_minutes": sentence("timer minutes"),
    "recycle_mode": sentence("recycling"),
    "empty_piles": sentence("empty piles"),
    "command_tips": sentence("tips"),
    "verbosity": sentence("verbosity"),
    "score_warnings": sentence("score warnings"),
}
VALUE_NAMES = {
    "french": sentence("French"),
    "neapolitan": sentence("Neapolitan"),
    "OFF": sentence("none"),
    "STRICT": sentence("strict"),
    "PERMISSIVE": sentence("permissive"),
    "turned": sentence("turned over"),
    "shuffled": sentence("shuffled"),
    "king": sentence("only a king"),
    "any": sentence("any card"),
    "brief": sentence("brief"),
    "normal": sentence("normal"),
    "full": sentence("full"),
    "off": sentence("off"),
    "minimal": sentence("minimal"),
    "balanced": sentence("balanced"),
    "complete": sentence("complete"),
}
TOPIC_NAMES = {
    "moving": sentence("Moving around"),
    "playing": sentence("Playing"),
    "asking": sentence("Asking"),
    "game": sentence("The game"),
}
ARROWS = frozenset({"left", "right", "up", "down", "home", "end"})
"""Keys that only a terminal hands over one by one."""
KEY_NAMES = {
    "left": sentence("left arrow"),
    "right": sentence("right arrow"),
    "up": sentence("up arrow"),
    "down": sentence("down arrow"),
    "home": sentence("Home key"),
    "end": sentence("End key"),
    "enter": sentence("Enter"),
    "?": sentence("question mark"),
    "D": sentence("capital D"),
    "[": sentence("left bracket"),
    "]": sentence("right bracket"),
}


def started(voice: Voice, facts: Facts) -> str:
    """The deal, who plays it and how."""
    deal = voice.tongue.gettext("Deal {deal}.", deal=facts["deal"])
    return joined(deal, _player(voice, facts), _settings(voice, facts["settings"]))


def _player(voice: Voice, facts: Facts) -> str:
    if not facts["keeps"]:
        return ""
    if facts["player"] is None:
        return voice.tongue.gettext("The guest plays.")
    return voice.tongue.gettext("{name} plays.", name=facts["player"][voice.language])


def resumed(voice: Voice, facts: Facts) -> str:
    """The deal that goes on, with its time and moves; what else it is played by was said when it began."""
    tongue = voice.tongue
    time, moves = tongue.duration(facts["seconds"]), tongue.ngettext("{n} move", "{n} moves", facts["moves"])
    text = tongue.gettext("Deal {deal} goes on after {time}, with {moves}.", deal=facts["deal"], time=time, moves=moves)
    settings = facts["settings"]
    deck, level = tongue.deck(settings["deck_type"]), settings["level"]
    played_by = tongue.gettext("{deck} deck, level {number}.", deck=deck, number=level)
    return joined(text, _player(voice, facts), played_by, _time_left(voice, settings, facts["seconds"]))


def _time_left(voice: Voice, settings: Facts, seconds: int) -> str:
    if settings["timer_mode"] == "OFF" or not settings["timer_minutes"]:
        return ""
    return voice.time_left(settings["timer_minutes"] * 60 - seconds)


def _settings(voice: Voice, settings: Facts) -> str:
    tongue = voice.tongue
    level = tongue.gettext(LEVELS[settings["level"]].name)
    text = tongue.ngettext(
        "{deck} deck, level {number} {level}, draw {n} card at a time.",
        "{deck} deck, level {number} {level}, draw {n} cards at a time.",
        settings["draw_count"],
        deck=tongue.deck(settings["deck_type"]),
        number=settings["level"],
        level=level,
    )
    return joined(text, _timer(voice, settings))


def _timer(voice: Voice, settings: Facts) -> str:
    tongue = voice.tongue
    if settings["timer_mode"] == "OFF" or not settings["timer_minutes"]:
        return tongue.gettext("No time limit.")
    minutes = tongue.ngettext("{n} minute", "{n} minutes", settings["timer_minutes"])
    if settings["timer_mode"] == "STRICT":
        return tongue.gettext("Time limit {minutes}, then the game ends.", minutes=minutes)
    return tongue.gettext("Time limit {minutes}, then each minute costs points.", minutes=minutes)


def options(voice: Voice, facts: Facts) -> str:
    """How the next game is played, or this one when nothing was changed for the next."""
    tongue, settings = voice.tongue, facts["settings"]
    text = _settings(voice, settings)
    return tongue.gettext("Next game: {settings}", settings=text) if facts["is_for_next_game"] else text


def options_rules(voice: Voice, facts: Facts) -> str:
    """How the waste comes back and what an empty pile takes."""
    return _named_values(voice, {name: facts[name] for name in ("recycle_mode", "empty_piles")})


def options_said(voice: Voice, facts: Facts) -> str:
    """What is said and warned."""
    chosen = {name: facts[name] for name in ("command_tips", "verbosity", "score_warnings")}
    return joined(_named_values(voice, chosen), sounds_set(voice, facts))


def _named_values(voice: Voice, chosen: Facts) -> str:
    """Options and their values, a short sentence each."""
    names = ((capital(voice.tongue.gettext(OPTION_NAMES[name])), name, value) for name, value in chosen.items())
    return joined(*(f"{title}: {value_name(voice, name, value)}." for title, name, value in names))


def options_locked(voice: Voice, facts: Facts) -> str:
    """Which options the level fixes."""
    tongue, level = voice.tongue, value_name(voice, "level", facts["level"])
    names = tongue.listed([tongue.gettext(OPTION_NAMES[option]) for option in facts["locked"]])
    return tongue.gettext("Level {level} fixes: {names}.", level=level, names=names)


def value_name(voice: Voice, option: str, value: object) -> str:
    """A value of an option in words."""
    tongue = voice.tongue
    if isinstance(value, bool):
        return tongue.gettext("on") if value else tongue.gettext("off")
    if option == "level" and value in LEVELS:
        return f"{value} {tongue.gettext(LEVELS[int(str(value))].name)}"
    if option == "timer_minutes" and value == 0:
        return tongue.gettext("no limit")
    return tongue.gettext(VALUE_NAMES[str(value)]) if str(value) in VALUE_NAMES else str(value)


def option_set(voice: Voice, facts: Facts) -> str:
    """The option that changed, for the next game."""
    tongue, option = voice.tongue, facts["option"]
    name, value = capital(tongue.gettext(OPTION_NAMES[option])), value_name(voice, option, facts["value"])
    if option == "level":
        return tongue.gettext("Next game: {settings}", settings=_settings(voice, facts["settings"]))
    return tongue.gettext("{name}: {value}, from the next game.", name=name, value=value)


def option_locked(voice: Voice, facts: Facts) -> str:
    """Which level fixes the option, and at what."""
    tongue, option, fixed = voice.tongue, facts["option"], facts["fixed"]
    sentences = {
        "timer_minutes": sentence("Timer minutes: locked, level {number} {level} sets them to {fixed}."),
        "timer_mode": sentence("Timer mode: locked, level {number} {level} sets it to {fixed}."),
        "recycle_mode": sentence("Recycling: locked, level {number} {level} sets it to {fixed}."),
        "empty_piles": sentence("Empty piles: locked, level {number} {level} lets them take {fixed}."),
        "command_tips": sentence("Tips: locked, level {number} {level} sets them to {fixed}."),
    }
    key = sentences[option]
    if option == "timer_minutes" and not fixed:
        key = sentence("Timer minutes: locked, level {number} {level} has no time limit.")
    if option == "timer_mode" and fixed == "OFF":
        key = sentence("Timer mode: locked, level {number} {level} has no time limit.")
    level, value = tongue.gettext(LEVELS[facts["level"]].name), value_name(voice, option, fixed)
    return tongue.gettext(key, number=facts["level"], level=level, fixed=value)


def no_such_option(voice: Voice, facts: Facts) -> str:
    """Which options there are."""
    names = voice.tongue.listed([voice.tongue.gettext(OPTION_NAMES[option]) for option in facts["options"]])
    return voice.tongue.gettext("Which option? {names}. For example: set draw 2.", names=names)


def no_such_value(voice: Voice, facts: Facts) -> str:
    """Which values an option has."""
    option = facts["option"]
    values = voice.tongue.listed([value_name(voice, option, value) for value in facts["choices"]])
    name = capital(voice.tongue.gettext(OPTION_NAMES[option]))
    return voice.tongue.gettext("{name}: choose one of {values}.", name=name, values=values)


def verbosity_set(voice: Voice, facts: Facts) -> str:
    """How much is said from now on."""
    return voice.tongue.gettext("Verbosity: {value}.", value=value_name(voice, "verbosity", facts["value"]))


def warnings_set(voice: Voice, facts: Facts) -> str:
    """Which warnings are given from now on."""
    return voice.tongue.gettext("Score warnings: {value}.", value=value_name(voice, "score_warnings", facts["value"]))


def sounds_set(voice: Voice, facts: Facts) -> str:
    """How loud the short sounds are from now on."""
    if not facts["volume"]:
        return voice.tongue.gettext("Sounds: off.")
    return voice.tongue.gettext("Sounds: on, volume {volume} out of 100.", volume=facts["volume"])


def no_such_volume(voice: Voice, facts: Facts) -> str:
    """How loud sounds can be."""
    return voice.tongue.gettext("Sounds: on, off, or a volume from 0 to {last}.", last=facts["last"])


def help_(voice: Voice, facts: Facts) -> str:
    """The commands of one topic, a line each: word, key, what it does; a pipe is not told of arrows."""
    tongue = voice.tongue
    lines = [f"{tongue.gettext(TOPIC_NAMES[facts['topic']])}:"]
    for name in facts["commands"]:
        spec = BY_NAME[name]
        word = (spec.parole if voice.language == "it" else spec.words)[0]
        key = tongue.gettext(KEY_NAMES[spec.key]) if spec.key in KEY_NAMES else spec.key.upper()
        if facts["typing"] == "pipe" and spec.key in ARROWS:
            key = ""
        lines.append(f"{word}{f', {key}' if key else ''}: {tongue.gettext(spec.does)}.")
    if facts["typing"] == "keys" and not all(BY_NAME[name].key for name in facts["commands"]):
        lines.append(tongue.gettext("A word without a key is typed after a colon."))
    return "\n".join(lines)


def help_topics(voice: Voice, facts: Facts) -> str:
    """The four topics by number, and how one is chosen."""
    tongue = voice.tongue
    topics = [
        f"{number} {tongue.gettext(TOPIC_NAMES[topic]).lower()}" for number, topic in enumerate(facts["topics"], 1)
    ]
    listed = tongue.listed(topics)
    if facts["typing"] == "keys":
        return tongue.gettext("Help has four topics: {topics}. Press a number.", topics=listed)
    return tongue.gettext("Help has four topics: {topics}. Type a number.", topics=listed)


def paused(voice: Voice, facts: Facts) -> str:
    """That the clock stands, and at what."""
    return voice.tongue.gettext("Paused at {time}.", time=voice.tongue.duration(facts["seconds"]))


def unpaused(voice: Voice, facts: Facts) -> str:
    """That the clock runs again."""
    return voice.tongue.gettext("The game goes on. Time played: {time}.", time=voice.tongue.duration(facts["seconds"]))


def goodbye(voice: Voice, facts: Facts) -> str:
    """That the game is kept, or just goodbye."""
    if facts["is_kept"]:
        return voice.tongue.gettext("Goodbye. The game is kept and goes on next time.")
    return voice.tongue.gettext("Goodbye.")


def not_understood(voice: Voice, facts: Facts) -> str:
    """That the line was no command."""
    return voice.tongue.gettext("I did not understand {typed}. Question mark for help.", typed=facts["typed"])


def no_such_place(voice: Voice, _facts: Facts) -> str:
    """How places are named."""
    return voice.tongue.gettext("Name places as 1 to 7, f1 to f4, waste or stock. For example: move 3 5.")


def no_such_deal(voice: Voice, facts: Facts) -> str:
    """Which deals there are, and for somebody who typed a word, which kinds."""
    if facts["typed"].isdecimal():
        return voice.tongue.gettext("Deals are numbered from 1 to {last}.", last=facts["last"])
    return voice.tongue.gettext(
        "A deal is a number from 1 to {last}, or its kind: random, winnable, easy, medium, hard, daily.",
        last=facts["last"],
    )


KIND_NAMES = {
    "random": sentence("any"),
    "winnable": sentence("winnable"),
    "easy": sentence("winnable and easy"),
    "medium": sentence("winnable and medium"),
    "hard": sentence("winnable and hard"),
    "daily": sentence("deal of the day"),
}


def deal_kinds(voice: Voice, facts: Facts) -> str:
    """The kinds of deals by number, and how one is chosen."""
    tongue = voice.tongue
    kinds = [f"{number} {tongue.gettext(KIND_NAMES[kind])}" for number, kind in enumerate(facts["kinds"], 1)]
    listed = tongue.listed(kinds)
    if facts["typing"] == "keys":
        return tongue.gettext("Next deal: {kinds}. Press a number.", kinds=listed)
    return tongue.gettext("Next deal: {kinds}. Type a number.", kinds=listed)


def none_known(voice: Voice, _facts: Facts) -> str:
    """Why no deal can be promised."""
    return voice.tongue.gettext(
        "No deal is known to be winnable when more than one card is drawn and each recycle shuffles. "
        "Set recycling to turned, or draw to 1."
    )


def trouble(voice: Voice, facts: Facts) -> str:
    """Something that went wrong outside the game; the game goes on."""
    return f"{_beginning(facts[voice.language])}."


def _beginning(text: str) -> str:
    """``text`` as the beginning of a sentence; the name of a file keeps its own letters."""
    return text if "." in text.split(maxsplit=1)[0] else capital(text)


def config_refused(voice: Voice, facts: Facts) -> str:
    """Why a scoring file is not used, and that the game plays by the usual figures."""
    return joined(f"{_beginning(facts[voice.language])}.", voice.tongue.gettext("The usual figures are used."))


def ask_new(voice: Voice, facts: Facts) -> str:
    """Whether to give the game up for another."""
    if facts["can_wait"]:
        return voice.tongue.gettext(
            "Give up this game and start a new one? Yes, no, or L to keep it for later; Enter is no."
        )
    return voice.tongue.gettext("Give up this game and start a new one? Yes or no; Enter is no.")


def ask_restart(voice: Voice, facts: Facts) -> str:
    """Whether to give the game up and begin it again."""
    if facts["can_wait"]:
        return voice.tongue.gettext(
            "Give up this game and start the same deal again? Yes, no, or L to keep it for later; Enter is no."
        )
    return voice.tongue.gettext("Give up this game and start the same deal again? Yes or no; Enter is no.")
