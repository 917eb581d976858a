"""Long lines on a narrow screen, and an answer that is written over."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mazzo.cli.terminal.loop import SpokenOutput
from mazzo.dialogue.conversation import Instead, Reply
from mazzo.words.wrapping import wrapped

ROW = " 2  Crystalline Crab  MID 2  +5.3  takes the top by 1; leaves you 1 tile worse off and more"
SENTENCE = "Lay Titan on MID 1: it takes the middle and opens rank 3 on top. Win 49%, clearly best."


def test_a_sentence_hangs_a_little_to_the_right():
    assert wrapped(SENTENCE, 60) == [
        "Lay Titan on MID 1: it takes the middle and opens rank 3 on",
        "  top. Win 49%, clearly best.",
    ]


def test_a_row_of_a_table_hangs_under_its_last_column():
    first, second = wrapped(ROW, 80)
    column = ROW.index("takes")
    assert second[:column].isspace()
    assert not second[column].isspace()
    assert f"{first} {second.strip()}" == ROW


@pytest.mark.parametrize("begun", ["qb1 rebirth Y1", "qbc1 rebirth 17 Y"])
def test_a_line_that_is_there_to_be_copied_stays_one(begun):
    line = f"{begun} {'T1=y1:025 ' * 20}"
    assert wrapped(line, 80) == [line]


@pytest.mark.parametrize("width", [20, 40, 79, 80, 200])
@pytest.mark.parametrize(
    "line", [ROW, SENTENCE, "", "x" * 300, " " * 36 + "risk: Zu on MID 3 ties the middle, 40% " * 3]
)
def test_no_row_is_wider_than_the_screen_and_no_word_is_lost(line, width):
    rows = wrapped(line, width)
    assert all(len(row) <= max(width, 1) for row in rows)
    assert "".join("".join(rows).split()) == "".join(line.split())


def test_a_refined_answer_is_written_over_only_where_the_screen_can_be():
    first, deeper = (
        Reply(["Turn 1.", "First look.", "hints"]),
        Reply(["Win 49%."], instead=Instead(2, ["Answer.", "hints"])),
    )
    for redraws, said in ((True, "\x1b[2F\x1b[JAnswer.\nhints\n"), (False, "Win 49%.\n")):
        with CliRunner().isolation() as (out, *_rest):
            output = SpokenOutput(redraws=redraws)
            output.show(first, None)
            output.show(deeper, None)
            assert out.getvalue().decode() == f"Turn 1.\nFirst look.\nhints\n{said}"
