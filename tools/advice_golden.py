"""Write the golden advice that tests compare with: ``python tools/advice_golden.py [--check]``.

One scene with a known enemy and one with an unknown, each in both languages, to read and to hear.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from generated import settled

os.environ.setdefault("MAZZO_PLAIN", "1")

from kernelkit.spoken import LANGUAGES
from qb_engine.advice.answers import why, why_not
from qb_engine.advice.threats import threats_of
from qb_engine.coaching import CoachingEngine
from qb_engine.enemy_observation import AnnotatedState, EnemyObservation
from qb_engine.game_state import GameState
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move, Side
from qb_engine.rules_engine import engine_for
from qb_engine.ruleset import REBIRTH
from qb_engine.words.advice import list_lines, primary_message, standing_words
from qb_engine.words.threats import threat_lines
from qb_engine.words.voice import Voice, card_name
from qb_engine.words.why import why_lines, why_not_lines

FOLDER = Path(__file__).parent.parent / "tests" / "qb_engine" / "advice"
PLAYS: tuple[tuple[Side, str], ...] = (("Y", "007@M1"), ("E", "008@M5"), ("Y", "001@T1"), ("E", "004@T5"))
HAND = ("020", "013", "026", "020", "008")
UNSEEN = ("001", "001", "004", "007", "015", "020", "034")
"""What a known enemy has left: five of these are in its hand."""


def scene(*, known: bool) -> AnnotatedState:
    """The board of the golden advice, your turn."""
    state = GameState.on(engine_for(REBIRTH))
    state.engine.kernel.opening_board(state.cells)
    for side, text in PLAYS:
        state.play_free(side, Move.parse(text))
    state.write_hand("Y", HAND)
    state.write_hand("E", UNSEEN[:5])
    state.record.turn = 5
    laid = [text[:3] for side, text in PLAYS if side == "E"]
    return AnnotatedState(state, EnemyObservation([*laid, *UNSEEN] if known else None))


def told(game: AnnotatedState, voice: Voice) -> Iterator[str]:
    """Everything that can be said of one position, part by part."""
    view, coach = PlayerView.of(game.state), CoachingEngine()
    advice = coach.advise(view, game.enemy_observation, explain_all=True, allow_pass=True)
    where = standing_words(advice.position.match_score, voice, turn=3, drew=card_name("020"))
    yield from ("# answer", where, primary_message(advice, voice))
    yield from ("", "# more", *list_lines(advice, voice))
    yield from ("", "# all", *list_lines(advice, voice, show_all=True))
    yield from ("", "# why", *why_lines(why(advice, advice.moves[0]), voice))
    yield from ("", "# why not", *why_not_lines(why_not(advice, advice.moves[4]), voice))
    belief = coach.prediction.belief(view, game.enemy_observation)
    threats = coach.prediction.compute_threat_map(view, coach.prediction.forecast(view, belief))
    yield from ("", "# threats", *threat_lines(threats_of(view, belief, threats), voice))


def files() -> dict[Path, str]:
    """Every golden file with its text."""
    found = {}
    for known in (True, False):
        game = scene(known=known)
        for language in LANGUAGES:
            for aloud in (False, True):
                name = f"{'known' if known else 'unknown'}_{language}_{'spoken' if aloud else 'sighted'}.txt"
                found[FOLDER / name] = "\n".join(told(game, Voice(language, aloud))) + "\n"
    return found


def main() -> int:
    return settled("advice", files())


if __name__ == "__main__":
    sys.exit(main())
