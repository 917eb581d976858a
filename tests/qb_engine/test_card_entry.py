"""Card entry: what is typed becomes the card that was meant, or a question, and never another card."""

from __future__ import annotations

import time
from random import Random

import pytest

from qb_engine.card_hydrator import shipped
from qb_engine.cards.entry import MOST_CHOICES, CardChoice, read_card, squeezed
from qb_engine.cards.slips import slipped_from
from qb_engine.cards.starter_decks import starter_decks
from qb_engine.errors import CardNotOfferedError, InvalidCardTextError, QueensBloodError, UnknownCardError
from qb_engine.models import Card
from support.typing_mistakes import every_single_mistake, variants
from support.typist import Moment, outcome, short_forms, slipped, tally, typings
from support.typist_moments import moments

CARDS = shipped().cards
VARIANTS = 10
NAMES = {squeezed(card.name): card for card in CARDS}
SHORT_NAMES = [card for card in CARDS if len(squeezed(card.name)) <= 3]


def read(text: str, pool: list[str] | None = None) -> Card | CardChoice | None:
    """What was understood; None when the text was refused."""
    try:
        return read_card(text, pool)
    except QueensBloodError:
        return None


def name_of(text: str, pool: list[str] | None = None) -> str | list[str]:
    """The name of the card, or the names to choose from."""
    answer = read_card(text, pool)
    return answer.name if isinstance(answer, Card) else [card.name for card in answer.cards]


def is_wrong(text: str, card: Card, answer: Card | CardChoice | None) -> bool:
    """Whether the text, meant for ``card``, was taken for another, without being that other's very name."""
    return isinstance(answer, Card) and answer is not card and NAMES.get(squeezed(text)) is not answer


# What is meant exactly.


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_an_id_and_a_name_are_their_card(card: Card) -> None:
    spellings = (card.id, card.id.lower(), card.name, card.name.upper(), f"  {card.name.lower()} ", squeezed(card.name))
    for text in (*spellings, card.name.replace("-", " "), card.name.replace(" ", "-"), card.name.replace("&", "and")):
        assert read_card(text) is card, text


def test_no_two_cards_are_spelled_alike() -> None:
    assert len(NAMES) == len(CARDS)


def test_accents_full_width_letters_and_punctuation_do_not_count() -> None:
    assert name_of("Aërîth") == "Aerith"
    assert name_of("Ｃｌｏｕｄ") == "Cloud"
    assert name_of("crimson mare, mk. ii!") == "Crimson Mare Mk. II"
    assert name_of("Yin e Yang") == "Yin & Yang"


# Short forms.


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("craw", "Crawler"),
        ("grenad", "Grenadier"),
        ("archd", "Archdragon"),
        ("don corneo", "Don Corneo & Abzu"),
        ("junit", "J-Unit Sweeper"),
        ("upa", "Ultimate Party Animal"),
        ("totd", "Terror of the Deep"),
        ("officer", "Security Officer"),
        ("wolf", "Grasslands Wolf"),
        ("sahagin", "Desert Sahagin"),
        ("crystl", "Crystalline Crab"),
    ],
)
def test_a_beginning_or_initials_that_only_one_card_has_are_that_card(text: str, name: str) -> None:
    assert name_of(text) == name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("chocobo", ["Chocobo & Moogle", "Chocobo Jockey", "Fat Chocobo", "Posh Chocobo"]),
        ("moogle m", ["Moogle Mage", "Moogle", "Moogle Trio", "Moogle Bard", "Stone Golem"]),
        ("bahamut a", ["Bahamut Arisen", "Bahamut"]),
        ("flam", ["Flametrooper", "Flan"]),
        ("ze", ["Zemzelett", "Zu"]),
        ("rd", ["Red Dragon", "Red XIII", "Rude"]),
        ("golem", ["Stone Golem", "Mythril Golem"]),
    ],
)
def test_what_may_mean_another_card_is_asked_best_first(text: str, names: list[str]) -> None:
    assert name_of(text) == names


@pytest.mark.slow
def test_every_card_can_be_named_by_fewer_letters_than_its_name_or_by_its_name() -> None:
    """Beginnings are never another card, however short."""
    for card in CARDS:
        typed = squeezed(card.name)
        for length in range(1, len(typed)):
            answer = read(typed[:length])
            assert not isinstance(answer, Card) or answer in (card, NAMES.get(typed[:length])), typed[:length]


# Numbers.


@pytest.mark.parametrize(
    ("text", "first"),
    [("20", "020"), ("1", "001"), ("t1", "T01"), ("T1", "T01"), ("0020", "020"), ("０２０", "020"), ("#020", "020")],
)
def test_a_mistyped_id_is_asked_about_and_never_taken(text: str, first: str) -> None:
    answer = read_card(text)
    assert isinstance(answer, CardChoice)
    assert answer.cards[0].id == first


def test_no_number_that_is_not_an_id_is_taken_for_a_card() -> None:
    for number in (*range(200), 1024, 2000):
        for text in (str(number), f"t{number}"):
            assert not isinstance(read(text), Card) or text.upper() in shipped()


def test_a_number_far_from_every_id_is_unknown() -> None:
    with pytest.raises(UnknownCardError):
        read_card("99999")


# Mistakes.


@pytest.mark.slow
@pytest.mark.parametrize(("mistakes", "least_accepted"), [(1, 0.86), (2, 0.80)])
def test_no_mistyped_name_is_taken_for_another_card(
    mistakes: int, least_accepted: float, record_property: pytest.RecordProperty
) -> None:
    typed = [(text, card, read(text)) for card in CARDS for text in variants(card.name, mistakes, VARIANTS, seed=0)]
    assert len(typed) == len(CARDS) * VARIANTS
    assert [(text, card.name) for text, card, answer in typed if is_wrong(text, card, answer)] == []
    accepted = sum(answer is card for _text, card, answer in typed) / len(typed)
    record_property("accepted_share", round(accepted, 4))
    print(f"{mistakes} mistakes: {accepted:.1%} of {len(typed)} accepted, none wrong")  # noqa: T201 - shown with -s
    assert accepted >= least_accepted


@pytest.mark.slow
def test_a_mistyped_name_is_accepted_or_stands_in_the_list() -> None:
    for card in CARDS:
        for text in variants(card.name, 1, 4, seed=1):
            answer = read_card(text)
            found = [answer] if isinstance(answer, Card) else answer.cards
            assert card in found or NAMES.get(squeezed(text)) is answer, text


@pytest.mark.slow
@pytest.mark.parametrize("card", SHORT_NAMES, ids=lambda card: card.name)
def test_no_single_mistake_in_a_short_name_is_another_card(card: Card) -> None:
    typed = sorted(every_single_mistake(squeezed(card.name)))
    assert [text for text in typed if is_wrong(text, card, read(text))] == []


NEIGHBOURS = [
    ("Moogle", "Moogle Mage", "Moogle Bard", "Moogle Trio", "Chocobo & Moogle"),
    ("Mandragora", "Mandragora Minion"),
    ("Heatseeker", "Heatseeker Minion"),
    ("Grangalan", "Grangalan Junior", "Baby Grangalan"),
    ("Bahamut", "Bahamut Arisen", "Bahba Velamyu"),
    ("Hype Johnny I", "Hype Johnny II", "Hype Johnny III"),
    ("Diamond Dust I", "Diamond Dust II", "Diamond Dust III"),
    ("Elemental I", "Elemental II", "Elemental III"),
    ("Fat Chocobo", "Posh Chocobo", "Chocobo Jockey"),
    ("Dragon", "Red Dragon", "Archdragon", "Red XIII"),
    ("Chimera", "Insectoid Chimera"),
    ("Amalgam", "Resurrected Amalgam"),
    ("Devil Rider", "Hell Rider II", "Sea Devil"),
    ("Mu", "Zu", "Cid", "Dio", "Odin", "Dyne"),
    ("Tifa", "Titan", "Flan", "Reno", "Rude", "Rufus"),
]


@pytest.mark.slow
@pytest.mark.parametrize("names", NEIGHBOURS, ids=lambda names: names[0])
def test_mistyped_neighbours_are_never_confused(names: tuple[str, ...]) -> None:
    for name in names:
        card = shipped().find(name)
        for mistakes in (1, 2):
            for text in variants(card.name, mistakes, 20, seed=2):
                assert not is_wrong(text, card, read(text)), text


@pytest.mark.parametrize("text", ["Hype Johny II", "hype johnny 2", "Diamond Dut III", "Elementl I", "Elemental IV"])
def test_a_mistake_in_a_numbered_name_is_always_asked_about(text: str) -> None:
    assert len(name_of(text)) == 3


# Only some cards can be meant.


def test_in_a_hand_shorter_beginnings_and_initials_are_enough() -> None:
    hand = ["019", "013", "003", "126"]
    assert name_of("craw", hand) == "Crawler"
    assert name_of("g", hand) == "Grenadier"
    assert name_of("rd", hand) == "Red Dragon"
    assert name_of("cr", hand) == ["Crawler", "Crystalline Crab"]
    assert name_of("cc", hand) == "Crystalline Crab"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("gw", "Grasslands Wolf"),
        ("crw", "Crawler"),
        ("AD", "Archdragon"),
        ("mu", "Mu"),
        ("be", "Queen Bee"),
        ("elphdnk", "Elphadunk"),
        ("wlof", "Grasslands Wolf"),
        ("grssland wlof", "Grasslands Wolf"),
    ],
)
def test_in_a_hand_the_letters_that_players_use_are_enough(text: str, name: str) -> None:
    assert name_of(text, ["008", "019", "020", "009", "005", "011"]) == name


def test_a_short_form_is_the_likelier_card_that_has_it() -> None:
    assert name_of("choc") == ["Chocobo & Moogle", "Chocobo Jockey", "Fat Chocobo", "Posh Chocobo"]
    assert read_card("choc", likely=["107", "031"], fitting=["107", "031", "008"]) is shipped().get_card("107")
    assert read_card("sp", likely=["107", "031"], fitting=["107", "031", "008"]) is shipped().get_card("031")


def test_a_likelier_card_never_takes_the_name_of_another() -> None:
    assert name_of("moogle", None) == "Moogle"
    assert read_card("moogle", likely=["T03"]) is shipped().find("Moogle")
    assert not isinstance(read_card("mogl", likely=["T03"]), Card)


def test_the_likelier_cards_come_first_in_a_list() -> None:
    answer = read_card("chocobo", likely=["109", "108"])
    assert isinstance(answer, CardChoice)
    assert [card.id for card in answer.cards[:2]] == ["108", "109"]


ITALIAN = (("Lupo delle praterie", "008"), ("Zampa", "001"))


@pytest.mark.parametrize("text", ["lupo", "ldp", "lupo delle praterie", "praterie", "lupo dele praterie"])
def test_a_taught_name_is_read_like_any_other(text: str) -> None:
    assert read_card(text, taught=ITALIAN) is shipped().get_card("008")


def test_a_taught_name_never_hides_a_card_s_own_name() -> None:
    assert read_card("zu", taught=(("Zu", "009"),)) is shipped().get_card("015")


@pytest.mark.parametrize("form", ["name", "4 letters", "3 letters", "initials", "last word"])
def test_no_short_form_is_taken_for_another_card(form: str) -> None:
    outcomes = tally(CARDS, form, 0, 1)
    assert outcomes["wrong"] == 0
    assert outcomes["refused"] == 0


@pytest.mark.parametrize("mistakes", [1, 2])
def test_no_slip_in_the_name_of_a_card_of_the_deck_is_another_of_its_cards(mistakes: int) -> None:
    for number, starter in enumerate(starter_decks()):
        deck = starter.deck.card_ids
        cards = [shipped().get_card(card_id) for card_id in sorted(set(deck))]
        outcomes = tally(cards, "name", mistakes, 5, Moment(deck), seed=number)
        assert outcomes["wrong"] == 0
        assert outcomes["right"] >= 0.9 * outcomes.total()


@pytest.mark.parametrize(
    ("text", "meant", "other"),
    [
        ("cr", "Crystalline Crab", "Crawler"),
        ("ccd", "Crystalline Crab", "Cid"),
        ("cra", "Crawler", "Crystalline Crab"),
        ("cc", "Crystalline Crab", "Cockatrice"),
        ("flan", "Flan", "Flametrooper"),
        ("hype johnny ii", "Hype Johnny II", "Hype Johnny III"),
    ],
)
def test_what_a_slip_makes_of_another_s_name_or_short_form_is_asked_about(text: str, meant: str, other: str) -> None:
    cards = [shipped().find(name) for name in (meant, other)]
    answer = read_card(text, [card.id for card in cards])
    assert isinstance(answer, CardChoice)
    assert set(answer.cards) == set(cards)


def test_a_name_in_full_is_obeyed_where_no_other_that_fits_is_a_slip_away() -> None:
    hand = [shipped().find(name).id for name in ("Flan", "Flametrooper", "Moogle Mage", "Moogle")]
    assert name_of("moogle", hand) == "Moogle"
    assert read_card("flan", hand, fitting=hand[:1]) is shipped().find("Flan")
    assert name_of("flan") == "Flan"


@pytest.mark.parametrize(("text", "name"), [("gw", "Grasslands Wolf"), ("cap", "Capparwire"), ("zu", "Zu")])
def test_where_nearly_any_card_can_be_meant_few_letters_as_help_teaches_them_are_obeyed(text: str, name: str) -> None:
    assert read_card(text, fitting=[card.id for card in CARDS if not card.is_token]) is shipped().find(name)


@pytest.mark.parametrize(
    ("text", "known", "unlikely"),
    [("gw", "Gi Specter", "Grasslands Wolf"), ("sfo", "Stone Golem", "Special Forces Operator")],
)
def test_a_short_form_of_a_card_not_known_is_asked_about_where_a_slip_makes_it_of_a_known_one(
    text: str, known: str, unlikely: str
) -> None:
    answer = read_card(text, likely=[shipped().find(known).id])
    assert isinstance(answer, CardChoice)
    assert {card.name for card in answer.cards} == {known, unlikely}


def test_a_likely_card_is_not_taken_where_another_that_fits_has_the_form_as_clearly() -> None:
    wolf, grangalan = (shipped().find(name).id for name in ("Grasslands Wolf", "Grasptropod"))
    asked = read_card("gras", likely=[wolf], fitting=[wolf, grangalan])
    assert isinstance(asked, CardChoice)
    assert asked.cards[0].id == wolf
    assert read_card("gras", likely=[wolf], fitting=[wolf]) is shipped().get_card(wolf)


@pytest.mark.slow
def test_at_no_moment_of_a_game_is_a_card_with_a_slip_in_it_taken_for_another() -> None:
    decks = [list(one.deck.card_ids) for one in starter_decks()]
    kinds, exact = set(), 0
    for number, (kind, card, now) in enumerate(moments(decks, 4)):
        kinds.add(kind)
        for text in short_forms(card).values():
            exact += outcome(text, card, now) == "wrong"
            for typed in typings(text, 1, 1, number):
                assert outcome(typed, card, now) != "wrong", (kind, typed, card.name)
    assert exact == 0
    assert len(kinds) == 5


@pytest.mark.parametrize(
    ("text", "names"),
    [("t", ("Black Bat", "Toxirat")), ("ppoe", ("Sandhog Pie", "Phoenix")), ("fasc", ("Two Face", "Fat Chocobo"))],
)
def test_two_slips_in_a_last_word_are_not_another_card(text: str, names: tuple[str, str]) -> None:
    answer = read(text, [shipped().find(name).id for name in names])
    assert not isinstance(answer, Card)


@pytest.mark.parametrize("form", ["4 letters", "3 letters", "initials", "last word"])
def test_no_slip_in_a_short_form_is_another_card_of_the_hand_the_deck_or_the_enemy(form: str) -> None:
    for number, starter in enumerate(starter_decks()[:2]):
        deck = starter.deck.card_ids
        cards = [shipped().get_card(card_id) for card_id in sorted(set(deck))]
        for now in (Moment(deck), Moment(None, deck)):
            outcomes = tally(cards, form, 1, 3, now, seed=number)
            assert outcomes.total()
            assert outcomes["wrong"] == 0


@pytest.mark.parametrize("typed", ["gw", "crab", "mu"])
def test_what_one_slip_makes_of_a_text_is_traced_back_to_it(typed: str) -> None:
    chance = Random(0)
    assert all(typed in slipped_from(slipped(typed, chance)) for _time in range(200))


def test_a_pool_may_be_read_once_and_hold_a_card_twice() -> None:
    assert read_card("craw", iter(["019", "019", "013"])) is shipped().get_card("019")


@pytest.mark.parametrize("text", ["Moogle", "T02", "Mogle", "Zu", "gren", "Grenadeir"])
def test_a_card_outside_the_pool_never_becomes_one_inside_it(text: str) -> None:
    answer = read(text, ["T03", "009"])
    assert not isinstance(answer, Card)


def test_a_card_that_is_clear_and_not_offered_is_named() -> None:
    with pytest.raises(CardNotOfferedError) as error:
        read_card("Grenadeir", ["019", "013"])
    assert str(error.value) == (
        "'Grenadeir' is Grenadier (003), which cannot be meant here; "
        "the cards to name are: Crystalline Crab (013), Crawler (019)"
    )
    with pytest.raises(CardNotOfferedError):
        read_card("020", [])


def test_a_list_offers_only_what_can_be_meant() -> None:
    assert name_of("Hype Johny II", ["T18", "001"]) == ["Hype Johnny III"]


# Lists.


def test_a_list_is_short_and_the_same_every_time() -> None:
    for text in ("m", "s", "gr", "mogle", "redragon", "chocobo", "rider"):
        answer = read_card(text)
        assert isinstance(answer, CardChoice)
        assert answer.asked == text
        assert 1 <= len(answer.cards) <= MOST_CHOICES
        assert len(set(answer.cards)) == len(answer.cards)
        assert read_card(text) == answer


# What is no card at all.


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\t\n",
        "!?-",
        "&",
        "\x00",
        "zu\x00",
        "zu\x1b[2J",
        "\u202eZu",
        "Z\u200bu",
        "a" * 10_000,
        " " * 10_000,
        "\ud800",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_text_that_cannot_be_a_card_is_refused_at_once(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(InvalidCardTextError) as error:
        read_card(text)
    assert time.process_time() - begun < 0.1
    for language in ("en", "it"):
        message = error.value.message(language)
        assert message.isprintable()
        assert len(message) < 600


@pytest.mark.parametrize("text", ["xyzzyqqq", "qqqqqqqqqq", "カード", "ß" * 60, "9" * 60])
def test_a_word_near_no_card_is_unknown(text: str) -> None:
    begun = time.process_time()
    with pytest.raises(UnknownCardError):
        read_card(text)
    assert time.process_time() - begun < 0.5


def test_every_refusal_is_said_in_italian_too() -> None:
    for error in (InvalidCardTextError(asked="", limit=60), CardNotOfferedError(asked="zu", card="Zu", offered="-")):
        assert error.message("it") != error.message("en")


def test_a_short_form_with_a_slip_is_the_one_card_of_the_hand_that_it_may_be() -> None:
    wolf = shipped().find("Grasslands Wolf")
    assert read_card("wlf", [wolf.id, "013", "015"]) is wolf
    assert isinstance(read_card("tot", [shipped().find("Titan").id, shipped().find("Tifa").id]), CardChoice)


def test_what_is_a_form_of_a_card_that_is_not_in_the_hand_never_becomes_one_of_the_hand() -> None:
    answer = read("tit", [shipped().find("Tifa").id, "013"])
    assert not isinstance(answer, Card)


def test_where_any_card_can_be_meant_a_slip_is_asked_about_with_the_cards_it_may_have_meant() -> None:
    answer = read_card("wlf", fitting=[card.id for card in CARDS if not card.is_token])
    assert isinstance(answer, CardChoice)
    assert shipped().find("Grasslands Wolf") in answer.cards
