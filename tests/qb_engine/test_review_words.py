"""Reviews in words and as a picture: golden texts, lessons from facts, and a graph that needs no colour."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest

import review_golden
from kernelkit.spoken import LANGUAGES
from qb_engine.advice.reasons import Reason
from qb_engine.records import parse_qbn
from qb_engine.review.judge import review_game
from qb_engine.review.lessons import lessons
from qb_engine.review.report import FLAGS
from qb_engine.words.review import FLAG_WORDS, review_lines
from qb_engine.words.review_graph import SIGNS, review_svg
from qb_engine.words.voice import Voice
from support.qb_records import mirrored_match
from support.reviewed_games import beginning, ending, judged, review_of

SVG = "{http://www.w3.org/2000/svg}"
VOICES = [Voice(language, aloud) for language in LANGUAGES for aloud in (False, True)]


@pytest.fixture
def compiled(monkeypatch):
    monkeypatch.delenv("MAZZO_PLAIN")


def told(review, voice=VOICES[0]):
    return "\n".join(review_lines(review, voice))


def reason(tag, weight=1.0, **facts):
    return Reason(tag, facts, weight)


GROUND = reason("gains_ground", 20)


# Golden.


@pytest.mark.slow
def test_compiled_and_plain_rules_give_the_same_review(monkeypatch):
    text = (review_golden.FOLDER / "greedy.qbn").read_text(encoding="utf-8")
    game = beginning(parse_qbn(text), 4)
    plain = review_game(game, None, iterations=48)
    monkeypatch.delenv("MAZZO_PLAIN")
    assert told(plain) == told(review_game(game, None, iterations=48))


# Words.


@pytest.mark.parametrize("voice", VOICES, ids=str)
def test_a_review_says_result_balance_flags_and_lessons(voice):
    lines = review_lines(review_of(judged(1, 0.8, 0.7), judged(3, 0.9, 0.6), winner="E"), voice)
    assert len(lines) > 8
    assert all("{" not in line for line in lines)
    assert any(voice.say("You won {you} to {enemy}.", you=9, enemy=5) in line for line in lines) is False
    assert any(voice.say("The enemy won {enemy} to {you}.", you=5, enemy=9) in line for line in lines)


def test_the_balance_is_said_with_its_points():
    text = told(review_of(judged(1, 0.8, 0.7), judged(3, 0.9, 0.9), winner="Y"))
    assert "Your win chance: 80% at the start, 100% at the end. Your moves lost 10.0 points." in text
    assert "Luck and the enemy's moves brought 30.0 points." in text
    assert "The biggest swing between moves: plus 20.0 points before turn 3." in text


def test_with_both_sides_luck_stands_alone_and_the_enemy_has_its_rows():
    text = told(review_of(judged(1, 0.5, 0.5), judged(2, 0.6, 0.4, side="E"), judged(3, 0.5, 0.5), winner="E"))
    assert "The enemy's moves gave you 20.0 points. Luck cost 70.0 points." in text
    assert "enemy: Archdragon on MID 2     40%    60%  20.0  blunder" in text
    assert "Your answer: Chocobo & Moogle on MID 4." in text


@pytest.mark.parametrize(
    ("voice", "wanted"),
    [
        (Voice("en"), ("Every chance is yours, also at the enemy's moves.",
                       "Better for the enemy: Security Officer on TOP 1, which leaves you 36% instead of 64%.")),
        (Voice("en", aloud=True), ("you have 36 percent before, 64 percent after; the enemy lost 28.0 points.",
                                   "which leaves you 36 percent instead of 64 percent.",
                                   "Turn 4, enemy: Archdragon on middle 2: you have 45 percent.")),
        (Voice("it"), ("Tutte le probabilità sono le tue, anche alle mosse del nemico.",
                       "Meglio per il nemico: Security Officer in TOP 1, che ti lascia 36% invece di 64%.")),
        (Voice("it", aloud=True), ("per te 36 per cento prima, 64 per cento dopo; il nemico ha perso 28,0 punti.",
                                   "che ti lascia 36 per cento invece di 64 per cento.")),
    ],
    ids=str,
)  # fmt: skip
def test_with_both_sides_every_chance_is_yours_and_said_to_be(voice, wanted):
    moves = judged(1, 0.5, 0.5), judged(2, 0.64, 0.36, side="E"), judged(4, 0.55, 0.55, side="E")
    text = told(review_of(*moves), voice)
    for words in wanted:
        assert words in text
    for theirs in ("64% instead of 36%", "64 percent instead", "64% invece", "64 per cento invece"):
        assert theirs not in text


def test_one_side_alone_is_told_with_its_own_chances():
    for seat in ("Y", "E"):
        text = told(review_of(judged(1, 0.64, 0.36, side=seat), seat=seat))
        assert "Better: Security Officer on TOP 1, 64% instead of 36%." in text
        assert "Every chance is yours" not in text


ENDS = {
    "en": (
        "You won 9 to 5.",
        "The enemy won 9 to 5.",
        "The match was tied at 7.",
        "The match is not finished.",
        "You gave the match up.",
        "The enemy gave the match up.",
    ),
    "it": (
        "Hai vinto 9 a 5.",
        "Il nemico ha vinto 9 a 5.",
        "La partita è finita in parità, 7 a 7.",
        "La partita non è finita.",
        "Hai abbandonato la partita.",
        "Il nemico ha abbandonato la partita.",
    ),
}
BALANCES = {
    "en": {
        "Y": ("Your win chance: 90", "Your moves lost 40.0 points.", "Luck and the enemy's moves "),
        "E": ("The enemy's win chance: 90", "The enemy's moves lost 40.0 points.", "Luck and your moves "),
    },
    "it": {
        "Y": ("La tua probabilità di vittoria: 90", "Le tue mosse hanno perso 40,0 punti.",
              "La fortuna e le mosse del nemico "),
        "E": ("La probabilità di vittoria del nemico: 90", "Le mosse del nemico hanno perso 40,0 punti.",
              "La fortuna e le tue mosse "),
    },
}  # fmt: skip
"""Where the result came from, as each seat is told of it."""


@pytest.mark.parametrize("seat", ["Y", "E"])
@pytest.mark.parametrize("voice", VOICES, ids=str)
@pytest.mark.parametrize(
    ("place", "winner", "finished", "resigned"),
    [
        (0, "Y", True, None),
        (1, "E", True, None),
        (2, None, True, None),
        (3, None, False, None),
        (4, None, False, "Y"),
        (5, None, False, "E"),
    ],
)
def test_every_end_from_every_seat_is_said_in_every_voice(seat, voice, place, winner, finished, resigned):
    moves = [judged(1, 0.9, 0.5, side=seat), judged(3, 0.2, 0.2, side=seat)]
    review = review_of(*moves, winner=winner, finished=finished, seat=seat, resigned=resigned)
    head, _style, drawing = review_svg(review, voice).partition("</style>")
    assert "{" not in drawing
    for text in (told(review, voice), unescape(head)):
        assert [end for end in ENDS[voice.language] if end in text] == [ENDS[voice.language][place]]
        for mover, balance in BALANCES[voice.language].items():
            assert [words in text for words in balance] == [mover == seat] * len(balance)


def test_an_unfinished_match_ends_at_the_last_chance_that_is_known():
    text = told(review_of(judged(1, 0.8, 0.8), judged(3, 0.6, 0.6), finished=False))
    assert "The match is not finished." in text
    assert "60% after your last move." in text
    assert " end " not in text


def test_a_review_without_a_flag_has_nothing_to_teach():
    text = told(review_of(judged(1, 0.8, 0.78)))
    assert "No move lost 5 points or more." in text
    assert text.endswith("Nothing to learn here: no move gave away anything that could be told.")


def test_without_an_answer_none_is_said():
    move = judged(1, 0.8, 0.6)
    assert "The enemy's answer: " in told(review_of(move))
    unanswered = replace(move, insight=replace(move.insight, answer=None, is_answered=False))
    assert "answer" not in told(review_of(unanswered))


def test_an_exact_ending_is_said_to_be_exact():
    review = review_game(ending(), None, iterations=24)
    assert "   9  pass           100%     0%  100.0  blunder, exact\n" in told(review)
    assert "The enemy's answer: pass. This is exact" in told(review)
    assert "no choice, exact" in told(review)


def test_a_guess_is_said_to_be_one():
    assert "The enemy's deck is unknown: a guess." in told(review_game(mirrored_match(), iterations=24))


# Lessons.


@pytest.mark.parametrize(
    ("played", "best", "better", "done", "theme"),
    [
        (None, "001@T1", [reason("wins_lane_0", 3)], [], "passed"),
        ("020@M2", None, [], [reason("wins_lane_0", 3)], "should_pass"),
        ("020@M2", "001@T1", [GROUND, reason("wins_lane_0", 3)], [], "ground"),
        ("020@M2", "001@T1", [GROUND, reason("wins_lane_0", 3)], [GROUND], "lane"),
        ("020@M2", "001@T1", [], [reason("loses_lane_1", -4)], "lane"),
        ("020@M2", "001@T1", [reason("improves_margin", 2)], [reason("improves_margin", 1)], "answer"),
        ("020@M2", "001@T1", [reason("denies_tiles", 0.5)], [], "tiles"),
        ("020@M2", "001@T1", [reason("opens_rank_3", 1.5)], [], "rank"),
        ("020@M2", "001@T1", [reason("sets_up_trigger", 1)], [], "trigger"),
        ("020@M2", "020@T1", [reason("wins_lane_0", 3)], [reason("wins_lane_1", 3)], "tile"),
        ("020@M2", "001@M2", [], [], "card"),
        ("020@M2", "001@T1", [], [reason("gains_ground", 10)], "other"),
    ],
)  # fmt: skip
def test_the_theme_is_what_speaks_most_for_the_better_move(played, best, better, done, theme):
    move = judged(1, 0.8, 0.6, played=played, best=best, reasons=(tuple(better), tuple(done)))
    assert [lesson.theme for lesson in lessons(review_of(move))] == [theme]


def test_losses_of_one_theme_are_one_lesson_and_three_are_enough():
    lane, rank = (reason("wins_lane_0", 3, lane=0, by=3),), (reason("opens_rank_2", 1, rank=2, count=1),)
    moves = [
        judged(1, 0.9, 0.8, reasons=(lane, ())),
        judged(3, 0.9, 0.6, reasons=(rank, ())),
        judged(5, 0.9, 0.65, reasons=(lane, ())),
        judged(7, 0.9, 0.85, best="020@T1"),
        judged(9, 0.9, 0.84, best="001@M2"),
    ]
    found = lessons(review_of(*moves))
    assert [(lesson.theme, lesson.points_lost) for lesson in found] == [("lane", 35.0), ("rank", 30.0), ("card", 6.0)]
    assert [move.moment.turn for move in found[0].moves] == [5, 1]
    text = told(review_of(*moves))
    assert "3 lessons:\n1. You left a lane that you could take: 35.0 points lost in turns 1, 5. In turn 5, " in text
    assert "The better move: takes the top by 3." in text


def test_the_enemys_mistakes_teach_you_nothing_unless_they_are_asked_for():
    gift, own = judged(2, 0.9, 0.5, side="E"), judged(1, 0.5, 0.5)
    assert lessons(review_of(own, gift)) == ()
    assert [lesson.theme for lesson in lessons(review_of(gift, seat="E"))] == ["other"]


@pytest.mark.parametrize("voice", VOICES, ids=str)
@pytest.mark.parametrize("side", ["Y", "E"])
@pytest.mark.parametrize(
    ("played", "best", "tag"),
    [(None, "001@T1", None), ("020@M2", None, None), ("020@M2", "020@T1", None), ("020@M2", "001@M2", None),
     ("020@M2", "001@T1", None), ("020@M2", "001@T1", "gains_ground"), ("020@M2", "001@T1", "wins_lane_0"),
     ("020@M2", "001@T1", "improves_margin"), ("020@M2", "001@T1", "captures_tiles"),
     ("020@M2", "001@T1", "opens_rank_2"), ("020@M2", "001@T1", "sets_up_trigger")],
)  # fmt: skip
def test_every_theme_is_said_in_every_voice(voice, side, played, best, tag):
    facts = {
        "yours": 4, "theirs": 3, "yours_before": 3, "theirs_before": 3, "lane": 0, "by": 2, "from": 1.0, "to": 2.0,
        "count": 2, "rank": 2, "card_id": "020", "tile": "M2",
    }  # fmt: skip
    better = () if tag is None else (Reason(tag, facts, 2.0),)
    review = review_of(judged(1, 0.8, 0.6, side=side, played=played, best=best, reasons=(better, ())), seat=side)
    english = told(review, Voice("en", voice.aloud))
    assert "{" not in told(review, voice)
    assert (told(review, voice) == english) is (voice.language == "en")


# The picture.


def test_the_graph_is_one_image_with_a_name_and_all_of_its_data_in_words():
    review = review_of(judged(1, 0.8, 0.7, played="107@M1"), judged(3, 0.9, 0.6))
    root = ElementTree.fromstring(review_svg(review, Voice()))
    assert root.get("role") == "img"
    names = {child.get("id"): child.text for child in root if child.get("id")}
    assert root.get("aria-labelledby").split() == list(names) == ["review-title", "review-desc"]
    assert names["review-title"] == "Your win chance, move by move"
    assert "Turn 1, Chocobo & Moogle on middle 1: 80 percent before, 70 percent after" in names["review-desc"]


def test_each_flag_has_a_shape_a_sign_and_a_name_of_its_own():
    review = review_of(judged(1, 0.9, 0.84), judged(3, 0.9, 0.78), judged(5, 0.9, 0.6), judged(7, 0.9, 0.9))
    root = ElementTree.fromstring(review_svg(review, Voice()))
    marks = root.findall(f"{SVG}g")
    assert [mark[1].tag.removeprefix(SVG) for mark in marks] == ["circle", "polygon", "rect"]
    assert [mark.findtext(f"{SVG}text") for mark in marks] == ["?! 6.0", "? 12.0", "?? 30.0"]
    assert [mark.findtext(f"{SVG}title") for mark in marks] == [
        "Turn 1, Archdragon on MID 2: inaccuracy, 6.0 points lost.",
        "Turn 3, Archdragon on MID 2: mistake, 12.0 points lost.",
        "Turn 5, Archdragon on MID 2: blunder, 30.0 points lost.",
    ]
    legend = [text.text for text in root.findall(f"{SVG}text")]
    assert {f"{SIGNS[flag]} {FLAG_WORDS[flag]}, from {points:.0f} points" for flag, points in FLAGS} <= set(legend)


def test_the_enemys_marks_are_hollow_and_stand_between_your_moves():
    moves = [judged(1, 0.6, 0.4, side="E"), judged(2, 0.6, 0.6), judged(3, 0.7, 0.4, side="E"), judged(4, 0.8, 0.8)]
    moves.append(judged(5, 0.7, 0.4, side="E"))
    text = review_svg(review_of(*moves), Voice())
    root = ElementTree.fromstring(text)
    places = [float(mark[1].get("x")) for mark in root.findall(f"{SVG}g")]
    line = [float(pair.split(",")[0]) for pair in root.find(f"{SVG}polyline").get("points").split()]
    assert places[0] < line[0] < line[1] < places[1] < line[2] < line[3] < places[2] < line[4]
    assert {mark[1].get("class") for mark in root.findall(f"{SVG}g")} == {"paper loss-stroke"}
    assert "Hollow marks are moves of the enemy." in text


def test_a_long_game_gets_a_wider_graph():
    few, many = (
        ElementTree.fromstring(review_svg(review_of(*(judged(ply, 0.5, 0.5) for ply in range(1, count))), Voice()))
        for count in (3, 60)
    )
    assert int(many.get("width")) > int(few.get("width"))
