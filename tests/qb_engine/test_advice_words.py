"""Advice in words, every tag and risk in both languages and both forms; tools/golden.py checks the golden texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

import advice_golden
from qb_engine.advice.answer import CLEAR_FIRST_CHANCE, answer_of
from qb_engine.advice.answers import why, why_not
from qb_engine.advice.ranking import TOLD_APART
from qb_engine.advice.reasons import Reason, Risk
from qb_engine.coaching import CoachingEngine, CoachingRecommendation, rank_moves
from qb_engine.knowledge.player_view import PlayerView
from qb_engine.moves import Move
from qb_engine.words.advice import advice_lines, list_lines, standing_words
from qb_engine.words.answer import answer_words, refined_words
from qb_engine.words.moves import REASON_TAGS, margin_words, percent_words, reason_words, risk_words
from qb_engine.words.voice import Voice
from qb_engine.words.why import why_lines, why_not_lines
from support.coached_games import scene

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
    "builds_rank_2": {"rank": 2, "tile": "M2", "card_id": "098"},
    "blocks_rank_3": {"rank": 3, "tile": "M4"},
    "destroys": {"card_id": "015", "tile": "M4"},
    "weakens": {"by": 3},
    "strengthens": {"by": 2},
    "gains_card": {"card_id": "130", "count": 2},
    "keeps_playable": {"card_id": "011"},
    "strands": {"card_id": "011"},
    "holds_lane_1": {"lane": 1},
    "yields_lane_2": {"lane": 2},
    "more_ground": {"count": 1},
    "less_ground": {"count": 2},
    "more_power_0": {"lane": 0, "by": 4},
    "pass": {"margin": 4, "ends_match": True},
}
SAID = {
    "wins_lane_1": ("takes the middle by 3",) * 2,
    "loses_lane_0": ("gives the top up by 2",) * 2,
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
    "captures_tiles": ("takes 1 tile from the enemy",) * 2,
    "denies_tiles": ("leaves the enemy 2 free tiles fewer",) * 2,
    "opens_rank_2": ("opens rank 2 on 1 tile", "opens rank 2 on 1 tile"),
    "sets_up_trigger": ("sets off Cloud on M2", "sets off Cloud on middle 2"),
    "builds_rank_2": ("builds rank 2 on M2 for Titan", "builds rank 2 on middle 2 for Titan"),
    "blocks_rank_3": ("blocks the enemy's only tile of rank 3, M4", "blocks the enemy's only tile of rank 3, middle 4"),
    "destroys": ("destroys Zu on M4", "destroys Zu on middle 4"),
    "weakens": ("takes 3 power from enemy cards",) * 2,
    "strengthens": ("gives your other cards 2 power",) * 2,
    "gains_card": ("puts 2 cards into your hand",) * 2,
    "keeps_playable": ("keeps Elphadunk playable",) * 2,
    "strands": ("leaves no tile for Elphadunk",) * 2,
    "holds_lane_1": ("protects the middle from the best reply",) * 2,
    "yields_lane_2": ("leaves the bottom to the best reply",) * 2,
    "more_ground": ("leaves you 1 tile better off",) * 2,
    "less_ground": ("leaves you 2 tiles worse off",) * 2,
    "more_power_0": ("gives 4 more power at the top",) * 2,
    "pass": ("ends the match at +4", "ends the match at plus 4"),
}


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
    assert reason_words(tie, Voice()) == "lets the bottom become a tie"
    assert reason_words(tie, Voice("it", aloud=True)) == "lascia la corsia bassa in parità"
    stays = Reason("pass", {"margin": -2, "ends_match": False}, 0.0)
    assert reason_words(stays, Voice()) == "leaves the board as it is, at -2"


@pytest.mark.parametrize(
    ("lost", "tied", "rank", "said"),
    [
        ((), (1,), None, "Zu on MID 3 ties the middle, 12%"),
        ((1,), (), None, "Zu on MID 3 takes the middle, 12%"),
        ((0, 1), (2,), None, "Zu on MID 3 takes the top and the middle and ties the bottom, 12%"),
        ((), (), None, "Zu on MID 3 costs you 5 points, 12%"),
        ((), (), 2, "a card of rank 2 such as Zu on MID 3 costs you 5 points or more, 12%"),
        ((), (), 0, "a card such as Zu on MID 3 costs you 5 points or more, 12%"),
    ],
)
def test_a_risk_says_what_it_takes_and_how_likely(lost, tied, rank, said):
    risk = Risk(Move("015", 1, 2), -4, 0.12, lost, tied, 5, rank)
    assert risk_words(risk, Voice()) == said
    heard = said.replace("MID 3", "middle 3").replace("12%", "12 percent")
    assert risk_words(risk, Voice("en", aloud=True)) == heard
    assert "12 per cento" in risk_words(risk, Voice("it", aloud=True))


def test_small_and_nearly_certain_chances_are_not_rounded_away():
    chances = (0.0, 0.004, 0.005, 0.5, 0.996, 1.0)
    assert [percent_words(c, Voice()) for c in chances] == ["0%", "under 1%", "under 1%", "50%", "over 99%", "100%"]
    assert percent_words(0.001, Voice("it", aloud=True)) == "meno dell'1 per cento"


def test_margins_have_signs_and_no_negative_zero():
    assert [margin_words(m, Voice()) for m in (-0.04, 0.0, 2.35, -3, 0)] == ["+0.0", "+0.0", "+2.4", "-3", "+0"]
    assert margin_words(-2.5, Voice("it", aloud=True)) == "meno 2,5"


@pytest.fixture(scope="module")
def looked() -> CoachingRecommendation:
    game = advice_golden.scene(known=True)
    coach, view = CoachingEngine(), PlayerView.of(game.state)
    return coach.advise(view, game.enemy_observation, explain_all=True, allow_pass=True)


@pytest.fixture(scope="module")
def advice(looked) -> CoachingRecommendation:
    """The same where no net can be asked."""
    moves = rank_moves([replace(move, win_chance=None, first_chance=None) for move in looked.moves])
    return replace(looked, moves=tuple(moves))


def deep(advice: CoachingRecommendation) -> CoachingRecommendation:
    """The same moves as a search would give them, with chances of our choice: the second is as good as the first."""
    chances = [(0.61, (0.57, 0.65)), (0.57, (0.53, 0.61)), (0.41, (0.37, 0.45))]
    reasons = (Reason("wins_lane_1", {"lane": 1, "by": 3, "points": 5}, 5.0), Reason("denies_tiles", {"count": 2}, 1.0))
    moves = [
        replace(move, win_chance=chance, interval=(0.2, 0.8), compared=compared, reasons=(), risk=None)
        for move, (chance, compared) in zip(advice.moves, chances, strict=False)
    ]
    moves[0] = replace(moves[0], reasons=reasons)
    moves[1] = replace(moves[1], is_close=True)
    return replace(advice, moves=tuple(moves), level="deep", iterations=81_234)


def told(advice: CoachingRecommendation, voice: Voice, before: CoachingRecommendation | None = None) -> str:
    answer = answer_of(advice, before)
    assert answer is not None
    return answer_words(answer, voice)


def test_the_answer_is_a_move_its_reasons_a_chance_and_a_word(advice):
    why = "it takes the middle by 3 and leaves you 1 tile better off"
    promise = "Win 61%, as good as Capparwire on TOP 2."
    assert told(deep(advice), Voice()) == f"Lay Capparwire on MID 2: {why}. {promise}"
    heard = "Capparwire on middle 2. Takes the middle by 3. Win 61 percent, others as good."
    assert told(deep(advice), Voice("en", aloud=True)) == heard
    first = told(advice, Voice())
    assert first.startswith("Lay Capparwire on MID 2: it ")
    assert first.endswith(f" First look: merit {advice.moves[0].merit:+.1f}, clearly best.")


def test_a_first_look_says_its_chance_and_by_voice_no_more_than_that(looked):
    chance = f"{100 * looked.moves[0].win_chance:.0f}"
    assert told(looked, Voice()).endswith(f" First look: win {chance}%, as good as Archdragon on BOT 1.")
    assert told(looked, Voice("it")).startswith("Gioca Capparwire in MID 2: ")
    assert f" Prima occhiata: vittoria {chance}%, " in told(looked, Voice("it"))
    assert told(looked, Voice("en", aloud=True)).endswith(f" First look: win {chance} percent.")
    assert list_lines(looked, Voice())[1].startswith(f" 1  Capparwire  MID 2  {chance}%  ")


@pytest.mark.parametrize(
    ("lead", "word"),
    [
        (TOLD_APART, "slightly best"),
        (CLEAR_FIRST_CHANCE - 0.001, "slightly best"),
        (CLEAR_FIRST_CHANCE + 0.001, "clearly best"),
        (TOLD_APART - 0.001, "as good as Archdragon on BOT 1"),
    ],
)
def test_a_lead_at_first_look_must_be_larger_than_one_of_a_search(looked, lead, word):
    first, second, *_others = looked.moves
    moves = rank_moves([replace(first, win_chance=0.6), replace(second, win_chance=0.6 - lead)])
    assert told(replace(looked, moves=tuple(moves)), Voice()).endswith(f" First look: win 60%, {word}.")


def test_a_pass_that_is_all_there_is_has_its_chance_and_one_that_gives_up_has_its_score(looked):
    passed = looked.find(None)
    alone = replace(looked, moves=tuple(rank_moves([passed])))
    chance = percent_words(passed.win_chance, Voice())
    assert told(alone, Voice()) == f"Pass: none of your cards can be laid. First look: win {chance}, the only move."
    assert list_lines(looked, Voice(), show_all=True)[-1].split()[2:4] == ["accepts", "-2"]
    assert why_not_lines(why_not(looked, passed), Voice())[1].startswith("Win chance: ")


@pytest.mark.parametrize(
    ("chance", "is_close", "word"),
    [(0.60, True, "as good as Capparwire on TOP 2"), (0.57, False, "slightly best"), (0.41, False, "clearly best")],
)
def test_the_word_comes_from_the_comparison_with_the_next_best(advice, chance, is_close, word):
    best, second, _third = deep(advice).moves
    searched = replace(deep(advice), moves=(best, replace(second, win_chance=chance, is_close=is_close)))
    assert told(searched, Voice()).endswith(f" Win 61%, {word}.")
    alone = replace(deep(advice), moves=(best,))
    assert told(alone, Voice()) == "Lay Capparwire on MID 2. Win 61%, the only move."


def test_a_deeper_answer_says_so_only_when_the_move_changes(advice):
    searched = deep(advice)
    assert told(searched, Voice(), advice) == told(searched, Voice())
    stays, changes = answer_of(searched, advice), answer_of(searched, replace(advice, moves=advice.moves[2:]))
    assert (stays.replaces, changes.replaces.move) == (None, advice.moves[2].move)
    assert refined_words(stays, Voice()) == "Win 61%, as good as Capparwire on TOP 2."
    assert refined_words(changes, Voice()).startswith(
        "On a deeper look: Capparwire on MID 2, not Archdragon on MID 2: it takes"
    )
    assert refined_words(changes, Voice("en", aloud=True)).startswith(
        "Better: Capparwire on middle 2. Takes the middle by 3. Win"
    )


def test_a_deeper_look_that_finds_a_move_as_good_offers_it_beside_the_first(advice):
    other = answer_of(deep(advice), replace(advice, moves=advice.moves[1:]))
    assert other.is_alternative
    assert refined_words(other, Voice()).startswith("Or Capparwire on MID 2: it ")
    assert refined_words(other, Voice()).endswith(" Win 61%, as good as Capparwire on TOP 2.")
    assert refined_words(other, Voice("en", aloud=True)).startswith("Or Capparwire on middle 2. ")


def test_where_you_stand_opens_the_advice(advice):
    score = advice.position.match_score
    said = standing_words(score, Voice(), turn=4, drew="Archdragon (020)")
    assert said == "Turn 4, your move. You drew Archdragon (020). The enemy leads 2 to 0."
    assert standing_words(score, Voice("en", aloud=True), turn=4) == "Behind 0 to 2."


def test_a_list_shows_the_number_it_is_ranked_by_and_its_range(advice):
    heading, first, second, third = list_lines(deep(advice), Voice())
    assert heading == "Win chance over 81,000 games, and its range compared with move 1."
    assert first == " 1  Capparwire  MID 2  61% (57-65)  takes the middle by 3; leaves you 1 tile better off"
    assert second.startswith(" 2  Capparwire  TOP 2  57% (53-61)  as good as 1: ")
    assert third.startswith(" 3  Archdragon  MID 2  41% (37-45)")
    guessed = list_lines(replace(deep(advice), is_guess=True), Voice())[0]
    assert guessed.endswith(" A guess: the enemy's deck is not fully known.")
    exact = replace(deep(advice), is_exact=True)
    assert list_lines(exact, Voice())[0] == "Win chance, all that can come played out."


def test_a_list_is_heard_as_one_paragraph_and_every_move_in_a_line(advice):
    (paragraph,) = list_lines(deep(advice), Voice("en", aloud=True))
    assert paragraph == (
        "Win chance over 81,000 games. 1: Capparwire on middle 2, 61 percent. "
        "2: Capparwire on top 2, 57 percent, as good. 3: Archdragon on middle 2, 41 percent."
    )
    lines = list_lines(deep(advice), Voice("it", aloud=True), show_all=True)
    assert lines[2] == "2: Capparwire in alto 2, 57 per cento, alla pari."


@pytest.mark.parametrize(
    ("chance", "compared", "is_close", "read"),
    [
        (0.602, (0.5871, 0.6169), True, "60% (58-62)"),
        (0.57, (0.53, 0.61), True, "57% (53-61)"),
        (0.596, (0.5805, 0.6099), False, "60% (58-60)"),
        (0.607, (0.6051, 0.6095), False, "61% (60-61)"),
        (0.002, (0.0, 0.004), False, "under 1% (0-1)"),
        (0.5, None, False, "50%  "),
    ],
)
def test_a_range_is_rounded_outwards_but_not_into_a_chance_that_is_clearly_another(
    advice, chance, compared, is_close, read
):
    first, second, _third = deep(advice).moves
    changed = replace(second, win_chance=chance, compared=compared, is_close=is_close)
    assert read in list_lines(replace(deep(advice), moves=(first, changed)), Voice())[2]


def test_of_every_move_one_reason_and_no_risk_is_told(advice):
    every = list_lines(advice, Voice(), show_all=True)
    assert len(every) == 1 + len(advice.moves)
    assert not any(";" in line or "risk" in line for line in every[1:])


def test_why_names_the_answer_of_the_search_and_why_not_both_chances(advice):
    searched = deep(advice)
    answered = replace(searched.moves[0], reply=Move("015", 1, 2))
    said = why_lines(why(searched, answered), Voice())
    assert said[0] == "Capparwire on MID 2: number 1 of 3, win 61%; a far longer search would say 20 to 80."
    assert said[-2].startswith("The enemy's best reply: ")
    two = "That hurts most one reply ahead; in the deep look the enemy most often replies with Zu on MID 3."
    assert said[-1] == two
    agreed = replace(answered, reply=answered.forecast.worst.move)
    assert why_lines(why(searched, agreed), Voice())[-1] == "In the deep look, too, the enemy most often replies so."
    exact = replace(answered, interval=(0.61, 0.61))
    assert why_lines(why(searched, exact), Voice())[0].endswith("number 1 of 3, win 61%, exact.")
    compared = "Win chance: 61% with the best move, 41% with this one."
    assert why_not_lines(why_not(searched, searched.moves[2]), Voice())[0] == compared


def test_why_not_says_why_the_search_disagrees_with_the_first_look(advice):
    first, second, third = deep(advice).moves
    behind = replace(first, quality_rank=2, is_close=False, reply=Move("015", 1, 2))
    searched = replace(deep(advice), moves=(replace(third, win_chance=0.7, quality_rank=1), behind))
    merits = f"merit {first.merit:+.1f} to {third.merit:+.1f}"
    said = why_not_lines(why_not(searched, behind), Voice())[1]
    assert said.startswith(f"One reply ahead it looks better, {merits}; played to the end it wins less often")
    assert said.endswith(" There the enemy most often replies with Zu on MID 3.")
    assert second.merit < first.merit
    agreeing = why_not_lines(why_not(deep(advice), third), Voice())
    assert not any("looks better" in line for line in agreeing)


def test_why_not_says_which_chances_the_first_look_gave(looked):
    first, second, _third = deep(looked).moves
    behind = replace(first, quality_rank=2, is_close=False, win_chance=0.5, first_chance=0.69)
    leader = replace(second, quality_rank=1, win_chance=0.7, first_chance=0.62)
    searched = replace(deep(looked), moves=(leader, behind))
    said = why_not_lines(why_not(searched, behind), Voice())
    assert said[0] == "Win chance: 70% with the best move, 50% with this one."
    assert said[1] == "At first look it is better, 69% to 62%; a deeper look sees it win less often."
    nearly = replace(behind, first_chance=0.62 + TOLD_APART - 0.001)
    assert not any("first look" in line for line in why_not_lines(why_not(searched, nearly), Voice()))


def test_a_move_that_the_search_left_out_is_compared_by_the_first_look(looked):
    first, second, _third = deep(looked).moves
    unsearched = replace(second, interval=None, compared=None, win_chance=0.41, first_chance=0.41, is_close=False)
    leader = replace(first, first_chance=0.69)
    said = why_not_lines(why_not(replace(deep(looked), moves=(leader, unsearched)), unsearched), Voice())
    assert said[0] == "Win chance at first look: 69% with the best move, 41% with this one."


def test_why_not_the_best_or_an_equal_move_says_so(advice):
    assert why_not_lines(why_not(advice, advice.moves[0]), Voice()) == ["Capparwire on MID 2 is the best move."]
    equal = replace(advice.moves[1], is_close=True)
    said = why_not_lines(why_not(advice, equal), Voice())[0]
    assert said == "Capparwire on TOP 2 is as good as Capparwire on MID 2: nothing tells them apart for sure."


def test_why_names_the_merit_only_where_moves_are_ranked_by_it(advice, looked):
    best = advice.moves[0]
    expected, standing = f"{best.you_margin_after_enemy_expected:+.1f}", f"{best.standing:+d}"
    merit = f"Merit {best.merit:+.1f}: the expected margin {expected}, and {standing} for ground and power."
    assert why_lines(why(advice, best), Voice())[1] == merit
    for other in (deep(advice), looked):
        assert not any("erit" in line for line in why_lines(why(other, other.moves[0]), Voice()))
    assert ", win 69% at first look, best." in why_lines(why(looked, looked.moves[0]), Voice())[0]


def test_why_not_compares_figures_and_ground(advice):
    lines = why_not_lines(why_not(advice, advice.moves[1]), Voice())
    best, asked = advice.moves[:2]
    assert lines[0] == f"Merit: {best.merit:+.1f} with the best move, {asked.merit:+.1f} with this one."
    assert "Tiles held: 7-4 with the best move, 6-4 with this one." in lines


def test_a_pass_that_wins_now_is_certain_and_why_and_why_not_say_so():
    game = scene("Y 007@M1", "007 001", passes=1)
    advice = CoachingEngine().advise(PlayerView.of(game.state), game.enemy_observation, explain_all=True)
    assert told(advice, Voice()) == "Pass: wins now, 2 to 0."
    assert told(advice, Voice("it", aloud=True)) == "Passo: vince subito, 2 a 0."
    assert list_lines(advice, Voice())[1].split() == ["1", "pass", "wins", "2", "to", "0"]
    assert why_lines(why(advice, advice.moves[0]), Voice())[0].endswith("number 1 of 7, wins 2 to 0.")
    assert why_not_lines(why_not(advice, advice.moves[0]), Voice()) == ["Pass is the best move."]
    said = why_not_lines(why_not(advice, advice.moves[1]), Voice())
    assert said[0] == "Pass wins now, 2 to 0: nothing is better than that."


def test_a_pass_that_wins_nothing_says_what_it_accepts():
    game = scene("E 007@M5", "007 001")
    coach, view = CoachingEngine(), PlayerView.of(game.state)
    advice = coach.advise(view, game.enemy_observation, explain_all=True, allow_pass=True)
    said = why_not_lines(why_not(advice, advice.find(None)), Voice())[0]
    assert said.startswith("A pass leaves it at 0 to 2, and the enemy goes on. It is advised only when that wins")


def test_a_game_that_is_over_is_said_to_be():
    game = advice_golden.scene(known=True)
    game.state.record.over = 1
    advice = CoachingEngine().advise(PlayerView.of(game.state), game.enemy_observation)
    assert advice_lines(advice, Voice("it")) == ["Il nemico conduce 2 a 0. La partita è finita."]
    assert list_lines(advice, Voice()) == ["The game is over."]
