"""Training: the same command gives the same weights, what is learned is right, and a file is doubted before use."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from kernelkit.records import unpacked
from qb_engine.arena.arena import Deal, play
from qb_engine.arena.players import LookPlayer, PlayerSpec, RolloutPlayer
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.kernel.net import AIM, UNITS, Look, Net, Sample
from qb_engine.kernel.program import compiled_entries, plain_entries
from qb_engine.mind import net as shipped_net
from qb_engine.mind.errors import BrokenWeightsError
from qb_engine.mind.learning import WEIGHTS, Lesson, guess_into
from qb_engine.mind.program import compiled_doors, plain_doors
from qb_engine.mind.training import Settings, Trainer, likelihood, train_into
from qb_engine.mind.weights import FORMAT, content_of, read_weights
from qb_engine.ruleset import PRESETS, REBIRTH

pytestmark = pytest.mark.slow
SMALL = Settings(
    generations=2, looks=1, games=120, walks=4, thought_games=60, thought_every=4, decks=20, batch=64, pairs=20
)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The file of a small training."""
    path = tmp_path_factory.mktemp("mind") / "small.net"
    train_into(path, REBIRTH, SMALL, 5)
    return path


@pytest.fixture(scope="module")
def samples():
    """Some positions with their results."""
    trainer = Trainer(REBIRTH, SMALL, 1)
    return trainer._played(0)[:256]


def test_the_same_training_twice_gives_the_same_file(trained, tmp_path):
    train_into(tmp_path / "again.net", REBIRTH, SMALL, 5)
    assert (tmp_path / "again.net").read_bytes() == trained.read_bytes()
    train_into(tmp_path / "other.net", REBIRTH, SMALL, 6)
    assert (tmp_path / "other.net").read_bytes() != trained.read_bytes()


def test_a_training_that_is_stopped_leaves_the_file_of_the_shorter_one(trained, tmp_path):
    def stop(generation):
        if generation.number == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_into(tmp_path / "stopped.net", REBIRTH, SMALL, 5, stop)
    train_into(tmp_path / "short.net", REBIRTH, replace(SMALL, generations=1), 5)
    assert (tmp_path / "stopped.net").read_bytes() == (tmp_path / "short.net").read_bytes()


def test_the_header_names_rules_seed_settings_and_the_command(trained):
    header = read_weights(trained, "rebirth").header
    assert header["command"].startswith(
        "mazzo lab train --rules rebirth --seed 5 --generations 2 --looks 1 --games 120"
    )
    assert (header["seed"], header["settings"]["games"], len(header["generations"])) == (5, 120, 2)


@pytest.mark.parametrize("rules", PRESETS)
def test_the_shipped_weights_are_used_and_say_how_they_were_made(rules):
    file = shipped_net.weights_file(rules)
    header = read_weights(file, rules).header
    made = f"mazzo lab train --rules {rules} --seed {header['seed']}"
    assert header["command"].startswith(made)
    assert len(header["generations"]) == header["settings"]["generations"]
    assert file.stat().st_size < 1024 * 1024


def test_learning_is_the_same_plain_and_compiled(samples):
    chance = np.random.default_rng(1)
    begun = chance.normal(0, 0.1, WEIGHTS)
    rows = [begun.copy(), *(np.zeros(WEIGHTS) for _ in range(3))]
    lists = [row.tolist() for row in rows]
    numbers = 6, 1, 0.01, 0.001
    compiled = compiled_doors().learn(
        samples, np.arange(6), 0, numbers[0], *rows, np.zeros(1, Lesson.dtype), *numbers[1:]
    )
    some = [unpacked(Sample, samples[k : k + 1]) for k in range(6)]
    plain = plain_doors().learn(some, list(range(6)), 0, numbers[0], *lists, [Lesson()], *numbers[1:])
    assert compiled == plain
    assert all(np.array_equal(row, listed) for row, listed in zip(rows, lists, strict=True))
    nets = np.zeros(1, Net.dtype), [Net()]
    compiled_doors().write_net(rows[0], nets[0])
    plain_doors().write_net(lists[0], nets[1])
    assert unpacked(Net, nets[0]).first == nets[1][0].first


def test_blame_is_how_the_loss_changes_with_a_weight(samples):
    chance = np.random.default_rng(2)
    weights = chance.normal(0, 0.15, WEIGHTS)
    sample, lesson = unpacked(Sample, samples[:1]), Lesson()

    def loss(row):
        guess = guess_into(sample, row.tolist(), lesson)
        target = sample.aim / AIM
        return -(target * np.log(guess) + (1 - target) * np.log(1 - guess))

    slopes = np.zeros(WEIGHTS)
    # At a rate of 0 nothing moves, and the slopes are left as they were summed.
    compiled_doors().learn(
        samples, np.arange(1), 0, 1, weights, slopes, np.zeros(WEIGHTS), np.zeros(WEIGHTS),
        np.zeros(1, Lesson.dtype), 1, 0.0, 0.0,
    )  # fmt: skip
    lit = sample.lit[0] * UNITS
    for place in (lit, lit + 5, lit + 17, WEIGHTS - 1, WEIGHTS - 2, WEIGHTS - 9, WEIGHTS - 60, WEIGHTS - 200):
        nudged = weights.copy()
        nudged[place] += 1e-6
        assert (loss(nudged) - loss(weights)) / 1e-6 == pytest.approx(slopes[place], abs=1e-4)


def test_what_is_learned_lowers_the_loss():
    trainer = Trainer(REBIRTH, replace(SMALL, games=600, passes=6, decks=4), 3)
    first = trainer.next_generation()
    assert first.is_kept
    assert first.log_loss < np.log(2)


def test_a_better_player_is_kept_and_a_worse_one_is_not():
    assert likelihood(np.full(400, 0.6)) > 0 > likelihood(np.full(400, 0.5))
    assert likelihood(np.zeros(0)) == 0


def altered(content, **changes):
    line, _newline, numbers = content.partition(b"\n")
    header = {**json.loads(line), **changes}
    return json.dumps(header, sort_keys=True, separators=(",", ":")).encode() + b"\n" + numbers


def resealed(content, **changes):
    line, _newline, numbers = content.partition(b"\n")
    header = {**json.loads(line), **changes}
    del header["seal"]
    return content_of(header, np.frombuffer(numbers, Net.dtype))


REFUSED = {
    "empty": lambda content: content[:0],
    "text": lambda content: content[:0] + b"weights\n" * 99,
    "no header": lambda content: content[20000:],
    "cut": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "far too long": lambda content: content + bytes(1024 * 1024),
    "a bit": lambda content: content[:-5000] + bytes([content[-5000] ^ 1]) + content[-4999:],
    "seed": lambda content: altered(content, seed=99),
    "newer": lambda content: altered(content, format=FORMAT + 1),
    "older": lambda content: resealed(content, format=0),
    "other rules": lambda content: resealed(content, rules="spec"),
    "other cards": lambda content: resealed(content, cards="0" * 16),
    "other features": lambda content: resealed(content, layout="0" * 16),
    "wrong kinds": lambda content: altered(content, settings=[]),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_a_file_that_is_not_just_right_is_refused_with_a_sentence_in_both_languages(fault, trained, tmp_path):
    file = tmp_path / "mind.net"
    file.write_bytes(REFUSED[fault](trained.read_bytes()))
    with pytest.raises(BrokenWeightsError) as refused:
        read_weights(file, "rebirth")
    english, italian = (refused.value.message(language) for language in ("en", "it"))
    assert "mind.net" in english
    assert "mind.net" in italian
    assert english != italian


def test_without_weights_todays_search_plays(monkeypatch, tmp_path):
    monkeypatch.setattr(shipped_net, "DATA", tmp_path)
    monkeypatch.setattr(shipped_net, "_READ", {})
    decks = [starter.deck.card_ids for starter in starter_decks()[:2]]
    deal = Deal(REBIRTH, *decks, 3, "Y")
    others = [PlayerSpec.parse(name) for name in ("rollout:60", "random")]
    names = [PlayerSpec.parse(name) for name in ("net:60", "random")]
    played = [play(deal, {"Y": a.seated(1, 16), "E": b.seated(1, 17)}) for a, b in (names, others)]
    assert played[0] == played[1]
    assert isinstance(PlayerSpec.parse("net").seated(1, 1), LookPlayer)
    assert isinstance(others[0].seated(1, 1), RolloutPlayer)


def test_the_net_plays_where_its_weights_are():
    from qb_engine.rules_engine import engine_for

    assert shipped_net.Mind.or_none(engine_for(REBIRTH)) is not None
    decks = [starter.deck.card_ids for starter in starter_decks()[:2]]
    for name in ("net", "net:60"):
        result = play(
            Deal(REBIRTH, *decks, 3, "Y"),
            {"Y": PlayerSpec.parse(name).seated(1, 1), "E": PlayerSpec.parse("random").seated(1, 2)},
        )
        assert result.plies > 4


def test_a_look_reads_samples_as_it_reads_positions(samples, trained):
    net, chances = read_weights(trained, "rebirth").net, np.zeros(len(samples))
    compiled_entries().judge_samples(samples, net, np.zeros(1, Look.dtype), chances)
    listed = [0.0] * 5
    some = [unpacked(Sample, samples[k : k + 1]) for k in range(5)]
    plain_entries().judge_samples(some, [unpacked(Net, net)], [Look()], listed)
    assert listed == chances[:5].tolist()
