from __future__ import annotations

from pathlib import Path

from mazzo.folders import folders


def test_one_variable_moves_every_folder(tmp_path):
    places = folders({"MAZZO_HOME": str(tmp_path)})
    files = (
        places.journal,
        places.settings,
        places.scoring_config,
        places.scores,
        places.profiles,
        places.anonymous_statistics,
    )
    assert all(tmp_path in file.parents for file in files)
    assert len(set(files)) == len(files)


def test_without_it_the_platform_decides():
    places = folders({"MAZZO_HOME": ""})
    assert len({places.config, places.data, places.state}) == 3
    assert all(place.is_absolute() and place.name == "mazzo" for place in (places.config, places.data, places.state))


def test_asking_creates_nothing(tmp_path):
    assert not folders({"MAZZO_HOME": str(tmp_path / "home")}).scores.parent.exists()
    assert folders({"MAZZO_HOME": "~/x"}).data == Path.home() / "x" / "data"
