"""The words for every message: one function a key, found by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from solitario.application.messages import Message
from solitario.presentation import words_asking, words_consulting, words_keeping, words_managing, words_playing
from solitario.presentation.voice import Facts, Voice

Saying: TypeAlias = Callable[[Voice, Facts], str]

_PLAYING = (
    "moved drawn recycled finished nothing_to_send undone redone refused picked_up cannot_pick_up put_back hint "
    "blocked hint_stock threshold minutes_left limit_passed game_over notice"
)
_ASKING = "here where selection waste stock foundations table time score detail cost moves edge history_end"
_MANAGING = (
    "started resumed help_topics options options_rules options_said options_locked option_set option_locked "
    "no_such_option no_such_value verbosity_set warnings_set paused unpaused goodbye not_understood no_such_place "
    "no_such_deal deal_kinds none_known trouble config_refused ask_new ask_restart sounds_set no_such_volume"
)
_CONSULTING = (
    "winnable oracle oracle_stock no_oracle chance rewound nothing_to_rewind rewind_unknown "
    "practice_on practice_off practice_lost"
)
_KEEPING = "games events players language_set recovered told"
SAYINGS: dict[str, Saying] = {
    **{key: getattr(words_playing, key) for key in _PLAYING.split()},
    **{key: getattr(words_asking, key) for key in _ASKING.split()},
    **{key: getattr(words_managing, key) for key in _MANAGING.split()},
    **{key: getattr(words_consulting, key) for key in _CONSULTING.split()},
    **{key: getattr(words_keeping, key) for key in _KEEPING.split()},
    "help": words_managing.help_,
}


def said(message: Message, voice: Voice) -> str:
    """``message`` in the words of ``voice``; several lines only where a list was asked for."""
    if message.key == "history":
        return _from_history(message, voice)
    if message.key in words_managing.FIXED:
        return voice.tongue.gettext(words_managing.FIXED[message.key])
    return SAYINGS[message.key](voice, message.data)


def _from_history(message: Message, voice: Voice) -> str:
    number, total = message.data["number"], message.data["total"]
    place = voice.tongue.gettext("Message {number} of {total}:", number=number, total=total)
    return f"{place} {said(message.data['message'], voice)}"
