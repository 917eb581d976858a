"""What a program is told by the web table: what each address does, what a status means, and what helps."""

from __future__ import annotations

from kernelkit.spoken import sentence
from qb_engine.errors import Remedy

OPERATION_WORDS = {
    "GET /cards": sentence("All cards, or those of a rank or a kind."),
    "GET /cards/find": sentence("The cards that a text may mean, the likeliest first."),
    "GET /cards/{card}": sentence("One card by its id or name: cost, power, pattern and abilities."),
    "GET /decks": sentence("Every deck with its code, and what was seen of the enemies' decks."),
    "POST /decks": sentence("Keep a deck under a name."),
    "POST /decks/read": sentence("A deck by name, code or cards: its cards and its code."),
    "POST /decks/check": sentence("What the rules have against a deck, and its odds."),
    "POST /positions": sentence("A position in its one spelling, and everything that can be seen of it."),
    "POST /advice": sentence("The coach's moves for a position: quick at once, or deep with win chances."),
    "GET /matches": sentence("The last coached matches."),
    "POST /matches": sentence("Begin a coached match: one that is mirrored from a console, or a sample."),
    "GET /matches/{number}": sentence("A coached match as it stands, at your move with advice."),
    "POST /matches/{number}/steps": sentence("Report a step: mulligan, draw, play, pass, the enemy's, undo, redo."),
    "POST /matches/{number}/lines": sentence("Any line as it is typed in the terminal; a question may come back."),
    "POST /matches/{number}/look": sentence("A deeper look at this moment of the match; with less time under load."),
    "GET /matches/{number}/why": sentence("Why a move is good."),
    "GET /matches/{number}/why-not": sentence("What a move gives away."),
    "GET /matches/{number}/what-if": sentence("What would follow a move that nobody makes."),
    "GET /matches/{number}/threats": sentence("What the enemy's next move may do, tile by tile and lane by lane."),
    "GET /matches/{number}/tiles/{tile}": sentence("Where the power on a tile comes from."),
    "GET /games": sentence("The last games against the computer."),
    "POST /games": sentence("Deal a game against the computer."),
    "GET /games/{number}": sentence("A game against the computer, as you may see it."),
    "POST /games/{number}/steps": sentence("What you do in a game; a deep enemy moves at the event enemy."),
    "GET /puzzles": sentence("The puzzles that come with the game, and which are solved."),
    "GET /puzzles/daily": sentence("The puzzle of the day."),
    "GET /puzzles/{number}": sentence("One puzzle, without its solution."),
    "GET /puzzles/{number}/solution": sentence("One puzzle with every line that wins."),
    "POST /puzzles/{number}/try": sentence("Try a puzzle: where the cards lead, and whether they win."),
    "POST /puzzles/try": sentence("Try a puzzle that is a position of its own."),
    "POST /reviews": sentence("Have a game record reviewed: at first how far it is, then every move judged."),
    "GET /reviews/{key}": sentence("A review that was asked for: how far it is, or all of it."),
    "GET /lab/runs": sentence("The kept runs of the lab."),
    "GET /lab/runs/{key}": sentence("What a run of the lab has found about its decks."),
    "GET /solitario/games": sentence("The games of Solitario that have no end yet."),
    "POST /solitario/games": sentence("Deal a game of Solitario; the one before it is kept for later."),
    "GET /solitario/games/{game}": sentence("A game of Solitario as it lies, with every legal command."),
    "POST /solitario/games/{game}/commands": sentence("One command at Solitario, and what is said to it."),
    "GET /solitario/scores": sentence("The best wins at Solitario."),
    "GET /solitario/statistics": sentence("What the games of whoever plays Solitario add up to."),
    "POST /solitario/score": sentence("The score of a game of Solitario from its counts."),
    "POST /solitario/solve": sentence("Whether a deal of Solitario can be won, and by which moves."),
    "GET /schemas": sentence("Every JSON document that Mazzo knows."),
    "GET /schemas/{name}": sentence("The JSON Schema of one document."),
    "GET /openapi.json": sentence("All of this as an OpenAPI document."),
}
"""What each operation does, by its method and path below /api/v1."""
ROOM_WORDS = {
    "cards": sentence("Cards"),
    "decks": sentence("Decks"),
    "positions": sentence("Positions"),
    "advice": sentence("Advice"),
    "matches": sentence("Coached matches"),
    "games": sentence("Games against the computer"),
    "puzzles": sentence("Puzzles"),
    "reviews": sentence("Reviews"),
    "lab": sentence("The lab"),
    "solitario": "Solitario",
    "schemas": sentence("JSON documents"),
    "openapi": "OpenAPI",
}
"""What the operations are about, by the first word of their path."""
STATUS_WORDS = {
    400: ("invalid-json", sentence("The body is not plain JSON.")),
    401: ("not-let-in", sentence("This device is not paired with the table.")),
    403: ("foreign", sentence("This can only be done from a page of this table, or by a program.")),
    404: ("not-there", sentence("Nothing lies at this address.")),
    405: ("method", sentence("This address does not take that method.")),
    409: ("refused", sentence("That does not fit now.")),
    413: ("too-large", sentence("The body is too large.")),
    415: ("not-json", sentence("The body is not sent as JSON.")),
    421: ("host", sentence("This table does not answer to that host name.")),
    422: ("unfit", sentence("The request does not fit.")),
    429: ("too-often", sentence("You ask too often.")),
    500: ("fault", sentence("Something broke here, and it was not the request.")),
    503: ("busy", sentence("Too much is asked for at this moment.")),
}
"""Code and sentence of a refusal by its status."""
STATUS_HELPS = {
    400: sentence("Send one JSON object in UTF-8, every key once."),
    401: sentence("Pair it at /pair, and send the cookie that it gets."),
    403: sentence("A program sends neither Origin nor Sec-Fetch headers, and Content-Type: application/json."),
    404: sentence("Ask for the list of what is there, or read /api/v1/openapi.json."),
    405: sentence("The header Allow names the methods."),
    409: sentence("Ask for the state again: it says what can be done now."),
    413: sentence("Send less: 64 KB at most, 256 KB for a game record."),
    415: sentence("Send the body with Content-Type: application/json."),
    421: sentence("Ask by the address that mazzo serve prints."),
    422: sentence("Read /api/v1/openapi.json for the fields and their bounds."),
    429: sentence("Come again after the seconds in Retry-After."),
    500: sentence("Tell whoever runs this table the number {number}: its log says more."),
    503: sentence("Come again after the seconds in Retry-After."),
}
"""What helps after a refusal, by its status."""
STEP_HELPS = {
    Remedy.START_A_MATCH: sentence("Begin a match first: POST /api/v1/matches."),
    Remedy.EXCHANGE_CARDS: sentence("Report the event mulligan with the places that go back; none keeps all."),
    Remedy.REPORT_YOUR_DRAW: sentence("Report the event draw with the card that was drawn."),
    Remedy.MAKE_YOUR_MOVE: sentence("Report the event play with card and tile, or pass."),
    Remedy.REPORT_THE_ENEMYS_MOVE: sentence("Report the event enemy_play with card and tile, or enemy_pass."),
    Remedy.LEAVE_THE_MATCH: sentence("The match is over: begin another one with POST /api/v1/matches."),
}
"""What helps by the action that the rules name."""
KIND_HELPS = {
    "SeveralCardsError": sentence("Send the id of the card."),
    "UnknownCardError": sentence("Find the card with GET /api/v1/cards/find, and send its id."),
    "InvalidCardTextError": sentence("Find the card with GET /api/v1/cards/find, and send its id."),
    "CardNotOfferedError": sentence("The state lists the cards that can be meant."),
    "UnknownDeckError": sentence("GET /api/v1/decks lists the decks; a code or 15 cards with commas do as well."),
    "InvalidDeckError": sentence("POST /api/v1/decks/check says what the rules have against a deck."),
    "DeckNameError": sentence("Send another name."),
    "NoHandError": sentence("Send your cards as hand, or write them into the position as Y=001,007."),
    "EnemyMoveError": sentence("Write Y instead of E in the turn, or report what the enemy played."),
    "MissingCardError": sentence("Report it again with what is missing."),
    "NoSuchPlaceError": sentence("Name a tile from T1 to B5: T, M or B for the lane, 1 to 5 for the column."),
    "NotTakenError": sentence("Send it again with what the message asks for."),
    "DealtByItselfError": sentence("Report only mulligan, play, pass, undo and redo."),
}
"""What helps by the kind of error."""
