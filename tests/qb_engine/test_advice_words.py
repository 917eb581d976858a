"""Advice in words: golden texts in both languages and both forms, and every tag and risk."""

from __future__ import annotations

from dataclasses import replace

import pytest

import advice_golden
from qb_engine.advice.answers import why, why_not
from qb_engine.advice.reasons import Reason, Risk
from qb_engine.coaching import CoachingEngine, CoachingRecommendation
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move
from qb_engine.words.advice import MOST_REASONS, advice_lines, deeper_lines, why_lines, why_not_lines
from qb_engine.words.moves import REASON_TAGS, margin_words, percent_words, reason_words, risk_words
from qb_engine.words.voice import Voice

VOICES = [Voice(language, aloud) for language in ("en", "it") for aloud in (False, True)]
FACTS = {
    "wins_lane_1": {"lane": 1, "by": 3, "points": 5},
    "loses_lane_0": {"lane": 0, "by": 2, "points": 0},
    "improves_margin": {"from": -1.0, "to": 2.3},
    "worsens_margin": {"from": 2.3, "to": -1.0},
    "gains_ground": {"yours": 6, "theirs": 4, "yours_before": 4, "theirs_before": 5},
    "loses_ground": {"yours": 1, "theirs": 4, "yours_before": 2, "theirs_before": 4},
    "captures_tiles": {"count": 1},
    "denies_tiles": {"count": 2},
    "opens_rank_2": {"rank": 2, "count": 1},
    "sets_up_trigger": {"card_id": "086", "tile": "M2"},
    "pass": {"margin": 4, "ends_match": True},
}
SAID = {
    "wins_lane_1": ("takes MID by 3", "takes middle by 3"),
    "loses_lane_0": ("gives up TOP by 2", "gives up top by 2"),
    "improves_margin": (
        "expected margin +2.3 instead of -1.0 without it",
        "expected margin plus 2.3 instead of minus 1.0 without it",
    ),
    "worsens_margin": (
        "expected margin -1.0 instead of +2.3 without it",
        "expected margin minus 1.0 instead of plus 2.3 without it",
    ),
    "gains_ground": ("you hold 6 tiles to 4 instead of 4 to 5",) * 2,
    "loses_ground": ("you hold 1 tile to 4 instead of 2 to 4",) * 2,
    "captures_tiles": ("captures 1 tile", "captures 1 tile"),
    "denies_tiles": ("enemy loses 2 legal tiles", "enemy loses 2 legal tiles"),
    "opens_rank_2": ("opens rank 2 on 1 tile", "opens rank 2 on 1 tile"),
    "sets_up_trigger": ("sets off Cloud on M2", "sets off Cloud on middle 2"),
    "pass": ("ends the match at +4", "ends the match at plus 4"),
}


@pytest.mark.parametrize(
    ("path", "text"), list(advice_golden.files().items()), ids=lambda part: getattr(part, "stem", "")
)
def test_advice_is_what_it_was(path, text):
    assert path.read_text(encoding="utf-8") == text


def test_every_tag_has_words():
    assert {tag.rstrip("0123456789") for tag in FACTS} == set(REASON_TAGS)


@pytest.mark.parametrize("tag", FACTS)
def test_a_reason_says_its_numbers_in_both_forms_and_languages(tag):
    reason = Reason(tag, FACTS[tag], 1.0)
    assert tuple(reason_words(reason, Voice("en", aloud)) for aloud in (False, True)) == SAID[tag]
    said = {reason_words(reason, voice) for voice in VOICES}
    assert all("{" not in text for text in said)
    assert reason_words(reason, Voice("it")) != reason_words(reason, Voice("en"))


def test_a_lost_lane_that_is_level_is_a_tie_and_an_open_pass_keeps_the_score():
    tie = Reason("loses_lane_2", {"lane": 2, "by": 0, "points": 0}, -1.0)
    assert reason_words(tie, Voice()) == "lets BOT become a tie"
    assert reason_words(tie, Voice("it", aloud=True)) == "lascia basso in parità"
    stays = Reason("pass", {"margin": -2, "ends_match": False}, 0.0)
    assert reason_words(stays, Voice()) == "keeps the present score, margin -2"


@pytest.mark.parametrize(
    ("lost", "tied", "sighted", "spoken"),
    [
        ((), (1,), "Zu at MID 3 ties MID, 12%", "Zu on middle 3 ties middle, 12 percent"),
        ((1,), (), "Zu at MID 3 takes MID, 12%", "Zu on middle 3 takes middle, 12 percent"),
        ((0, 1), (2,), "Zu at MID 3 takes TOP, MID and ties BOT, 12%", None),
        ((), (), "Zu at MID 3 leaves you at -4, 12%", "Zu on middle 3 leaves you at minus 4, 12 percent"),
    ],
)
def test_a_risk_says_what_it_takes_and_how_likely(lost, tied, sighted, spoken):
    risk = Risk(Move("015", 1, 2), -4, 0.12, lost, tied)
    assert risk_words(risk, Voice()) == sighted
    assert spoken is None or risk_words(risk, Voice("en", aloud=True)) == spoken
    assert "12 per cento" in risk_words(risk, Voice("it", aloud=True))


def test_small_and_nearly_certain_chances_are_not_rounded_away():
    chances = (0.0, 0.004, 0.005, 0.5, 0.996, 1.0)
    assert [percent_words(c, Voice()) for c in chances] == ["0%", "under 1%", "under 1%", "50%", "over 99%", "100%"]
    assert percent_words(0.001, Voice("it", aloud=True)) == "meno dell'1 per cento"


def test_margins_have_signs_and_no_negative_zero():
    assert [margin_words(m, Voice()) for m in (-0.04, 0.0, 2.35, -3, 0)] == ["+0.0", "+0.0", "+2.4", "-3", "+0"]
    assert margin_words(-2.5, Voice("it", aloud=True)) == "meno 2,5"


@pytest.fixture(scope="module")
def advice() -> CoachingRecommendation:
    game = advice_golden.scene(known=True)
    return CoachingEngine().advise(PlayerView.of(game.state), game.enemy_observation, explain_all=True)


def deep(advice: CoachingRecommendation) -> CoachingRecommendation:
    """The same moves as a search would give them, with chances of our choice."""
    chances = [(0.61, (0.57, 0.65)), (0.57, (0.53, 0.61)), (0.41, (0.37, 0.45))]
    labels = ("best", "best", "risky")
    reasons = (Reason("wins_lane_1", {"lane": 1, "by": 3, "points": 5}, 5.0), Reason("denies_tiles", {"count": 2}, 1.0))
    risk = Risk(Move("015", 1, 2), 0, 0.12, (), (1,))
    moves = [
        replace(
            move,
            win_chance=chance,
            interval=interval,
            quality_label=label,
            is_close=label == "best",
            reasons=(),
            risk=None,
        )
        for move, (chance, interval), label in zip(advice.moves, chances, labels, strict=False)
    ]
    moves[0] = replace(moves[0], reasons=reasons, risk=risk)
    return replace(advice, moves=tuple(moves), level="deep")


def test_a_search_reads_with_win_chances_and_intervals(advice):
    heading, first, second, third = advice_lines(deep(advice), Voice(), turn=4, drew="020")
    assert heading == "Turn 4 - you drew Archdragon. The enemy leads 2 to 0.  Win 61% (57-65)"
    said = "takes MID by 3; enemy loses 2 legal tiles   risk: Zu at MID 3 ties MID, 12%"
    assert first == f" 1  Capparwire  MID 2  61% (57-65)  {said}"
    assert second == " 2  Capparwire  TOP 2  57% (53-61)  too close to call with 1"
    assert third == " 3  Archdragon  MID 2  41% (37-45)"


def test_a_search_is_heard_as_one_paragraph(advice):
    (paragraph,) = advice_lines(deep(advice), Voice("en", aloud=True), turn=4, drew="020")
    assert paragraph == (
        "Turn 4. You drew Archdragon. The enemy leads 2 to 0. Win chance 61 percent, plus or minus 4. "
        "Best: Capparwire on middle 2, 61 percent. Takes middle by 3. Enemy loses 2 legal tiles. "
        "Risk: Zu on middle 3 ties middle, 12 percent. "
        "Second, too close to call: Capparwire on top 2. Third: Archdragon on middle 2, 41 percent."
    )


@pytest.mark.parametrize(
    ("chance", "interval", "read", "heard"),
    [
        (0.612, (0.6071, 0.6169), "61% (60-62)", "61 percent, plus or minus 1"),
        (0.61, (0.57, 0.65), "61% (57-65)", "61 percent, plus or minus 4"),
        (0.625, (0.6205, 0.6295), "62% (62-63)", "62 percent, plus or minus 1"),
        (0.998, (0.9951, 0.9999), "over 99% (99-100)", "over 99 percent, between 99 and 100"),
        (1.0, (0.84, 1.0), "100% (84-100)", "100 percent, between 84 and 100"),
        (0.0, (0.0, 0.004), "0% (0-1)", "0 percent, between 0 and 1"),
        (0.61, (0.61, 0.61), "61%", "61 percent"),
        (1.0, (1.0, 1.0), "100%", "100 percent"),
        (0.998, (0.998, 0.998), "over 99%", "over 99 percent"),
    ],
)
def test_an_interval_is_rounded_outwards_and_an_exact_chance_has_none(advice, chance, interval, read, heard):
    searched = replace(advice, moves=(replace(advice.moves[0], win_chance=chance, interval=interval),), level="deep")
    assert advice_lines(searched, Voice())[0].endswith(f"  Win {read}")
    assert f" Win chance {heard}. Best:" in advice_lines(searched, Voice("en", aloud=True))[0]


def test_an_exact_chance_is_called_exact_and_a_guess_is_a_sentence_of_its_own(advice):
    certain = replace(deep(advice).moves[0], win_chance=0.75, interval=(0.75, 0.75))
    searched = replace(deep(advice), moves=(certain,), is_exact=True)
    assert advice_lines(searched, Voice())[0] == "The enemy leads 2 to 0.  Win 75%, exact"
    assert "Win chance 75 percent, exact. Best" in advice_lines(searched, Voice("en", aloud=True))[0]
    heading = advice_lines(replace(deep(advice), is_guess=True), Voice())[0]
    assert heading.endswith("Win 61% (57-65). The enemy's deck is unknown: a guess.")


def test_of_every_move_the_chance_is_heard_also_when_it_is_too_close_to_call(advice):
    lines = advice_lines(deep(advice), Voice("en", aloud=True), show_all=True)
    assert lines[2] == "Second, too close to call: Capparwire on top 2, 57 percent."
    lines = advice_lines(deep(advice), Voice("it", aloud=True), show_all=True)
    assert lines[2] == "Seconda, alla pari: Capparwire in alto 2, 57 per cento."


def test_a_deeper_look_says_that_the_first_move_stays(advice):
    searched = replace(deep(advice), iterations=81_234)
    heading, *table = deeper_lines(searched, advice, Voice())
    assert heading == "Looked deeper, 81,000 games: still Capparwire at MID 2.  Win 61% (57-65)"
    assert table == advice_lines(searched, Voice())[1:]
    (paragraph,) = deeper_lines(searched, advice, Voice("en", aloud=True))
    assert paragraph == (
        "Looked deeper, 81,000 games: still Capparwire on middle 2. Win chance 61 percent, plus or minus 4. "
        "Second, too close to call: Capparwire on top 2. Third: Archdragon on middle 2, 41 percent."
    )
    (italian,) = deeper_lines(searched, advice, Voice("it", aloud=True))
    assert italian.startswith("Guardato più a fondo, 81.000 partite: resta Capparwire in centro 2.")


def test_a_deeper_look_says_which_move_comes_first_instead(advice):
    quick = replace(advice, moves=(advice.moves[2], *advice.moves[:2]))
    searched = replace(deep(advice), iterations=1_984)
    heading = "Looked deeper, 1,984 games: Capparwire at MID 2 instead of Archdragon at MID 2.  Win 61% (57-65)"
    assert deeper_lines(searched, quick, Voice())[0] == heading
    (paragraph,) = deeper_lines(searched, quick, Voice("en", aloud=True))
    assert "instead of Archdragon on middle 2. Win chance 61 percent, plus or minus 4. Takes middle by 3." in paragraph
    close = replace(searched, moves=(searched.moves[0], replace(searched.moves[2], is_close=True)))
    heading = "Looked deeper, 1,984 games: Capparwire at MID 2 before Archdragon at MID 2, too close to call."
    assert deeper_lines(close, quick, Voice())[0].startswith(heading)
    exact = deeper_lines(replace(searched, is_exact=True), quick, Voice())[0]
    assert exact.startswith("Played out all that can come: Capparwire at MID 2 instead of")
    assert deeper_lines(replace(searched, iterations=1), quick, Voice())[0].startswith("Looked deeper, 1 game:")


def test_why_names_the_answer_of_the_search_and_why_not_both_chances(advice):
    searched = deep(advice)
    answered = replace(searched.moves[0], reply=Move("015", 1, 2))
    said = why_lines(why(searched, answered), Voice())
    assert said[-2].startswith("The enemy's best reply: ")
    two = "That hurts most one reply ahead; in the deep look the enemy most often replies with Zu at MID 3."
    assert said[-1] == two
    agreed = replace(answered, reply=answered.forecast.worst.move)
    assert why_lines(why(searched, agreed), Voice())[-1] == "In the deep look, too, the enemy most often replies so."
    compared = "Win chance: 61% (57-65) with the best move, 41% (37-45) with this one."
    assert why_not_lines(why_not(searched, searched.moves[2]), Voice())[0] == compared


def test_at_most_three_reasons_are_shown_and_the_margin_last(advice):
    many = tuple(Reason(tag, facts, 1.0) for tag, facts in FACTS.items() if tag != "pass")
    crowded = replace(advice, moves=(replace(advice.moves[0], reasons=many, risk=None),))
    line = advice_lines(crowded, Voice())[1]
    assert line.count(";") == MOST_REASONS - 1
    assert "expected margin" not in line


def test_why_not_the_best_or_an_equal_move_says_so(advice):
    assert why_not_lines(why_not(advice, advice.moves[0]), Voice()) == ["Capparwire at MID 2 is the best move."]
    equal = replace(advice.moves[1], is_close=True)
    assert why_not_lines(why_not(advice, equal), Voice()) == [
        "Capparwire at TOP 2 is too close to call with Capparwire at MID 2."
    ]


def test_why_names_the_merit_unless_a_search_ranked_the_move(advice):
    merit = "Merit +38.9: the expected margin and +40 for ground and power."
    assert why_lines(why(advice, advice.moves[0]), Voice())[1] == merit
    searched = deep(advice)
    assert merit not in why_lines(why(searched, searched.moves[0]), Voice())


def test_why_not_compares_the_ground(advice):
    lines = why_not_lines(why_not(advice, advice.moves[1]), Voice())
    assert lines[0].endswith("+0.4 on average, +1 at worst, +1 at once, -12 for ground and power.")
    assert "Tiles held: 7-4 with the best move, 6-4 with this one." in lines


def test_a_game_that_is_over_is_said_to_be():
    game = advice_golden.scene(known=True)
    game.state.record.over = 1
    advice = CoachingEngine().advise(PlayerView.of(game.state), game.enemy_observation)
    assert advice_lines(advice, Voice("it")) == ["Il nemico conduce 2 a 0.  La partita è finita."]
