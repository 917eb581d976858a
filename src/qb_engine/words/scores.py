"""Lane scores, match scores and where a card's power comes from, in words; to read or to hear."""

from __future__ import annotations

from kernelkit.spoken import sentence
from qb_engine.chronicle.ledger import Ledger, LedgerEntry
from qb_engine.effect_engine import LaneScore
from qb_engine.scoring import MatchScore
from qb_engine.words.voice import Voice, amount_words, capitalised, card_name


def lane_sentence(lane: LaneScore, voice: Voice) -> str:
    """A lane's score: who leads, by which powers, for how many points."""
    keys = {
        "Y": sentence("{lane}: you lead {you} to {enemy}, worth {points}."),
        "E": sentence("{lane}: the enemy leads {enemy} to {you}, worth {points}."),
        None: sentence("{lane}: tied at {you}, worth nothing."),
    }
    facts = {"lane": voice.lane(lane.lane_index), "you": lane.power_you, "enemy": lane.power_enemy}
    return capitalised(voice.say(keys[lane.winner], points=lane.lane_points, **facts))


def score_sentence(score: MatchScore, voice: Voice) -> str:
    """The match score."""
    keys = {
        "Y": sentence("You lead {you} to {enemy}."),
        "E": sentence("The enemy leads {enemy} to {you}."),
        None: sentence("The score is tied at {you}."),
    }
    return voice.say(keys[score.winner], you=score.total_you, enemy=score.total_enemy)


def brief_score(score: MatchScore, voice: Voice) -> str:
    """The match score in few words, yours first."""
    keys = {
        "Y": sentence("Ahead {you} to {enemy}."),
        "E": sentence("Behind {you} to {enemy}."),
        None: sentence("Tied at {you}."),
    }
    return voice.say(keys[score.winner], you=score.total_you, enemy=score.total_enemy)


def ledger_line(ledger: Ledger, voice: Voice) -> str:
    """``Crawler on M2: 3 base, +2 Crystalline Crab aura, -1 Capparwire = 4``."""
    parts = ", ".join(_entry(entry, voice) for entry in ledger.entries)
    key = (
        sentence("{name} on {tile}: {parts}, in all {total}.")
        if voice.aloud
        else sentence("{name} on {tile}: {parts} = {total}")
    )
    name = card_name(ledger.card_id)
    return voice.say(key, name=name, tile=voice.tile(ledger.tile), parts=parts, total=ledger.total)


def _entry(entry: LedgerEntry, voice: Voice) -> str:
    keys = {
        "base": sentence("{plain} base"),
        "effect": sentence("{amount} {name}"),
        "earlier": sentence("{amount} from earlier effects"),
        "watching": sentence("{amount} by watching"),
        "aura": sentence("{amount} {name} aura"),
        "scaling": sentence("{amount} by the cards it counts"),
    }
    name = card_name(entry.source_id) if entry.source_id else ""
    return voice.say(keys[entry.kind], plain=entry.amount, amount=amount_words(entry.amount, voice), name=name)
