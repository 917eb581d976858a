"""The sentences that click asks for by its own English keys."""

from __future__ import annotations

from kernelkit.spoken import catalogue, sentence

POSITION_ALONE = sentence("--position goes with --hand alone: the position says how the match stands")

CLICK_SENTENCES = (
    sentence("Usage:"),
    sentence("Usage: "),
    sentence("Options"),
    sentence("Commands"),
    sentence("Error: {message}"),
    sentence("Try '{command} {option}' for help."),
    sentence("No such option: {name}"),
    sentence("No such option {name!r}."),
    sentence("No such command {name!r}."),
    sentence("Missing option"),
    sentence("Missing argument"),
    sentence("Missing command."),
    sentence("Invalid value: {message}"),
    sentence("Invalid value for {param_hint}: {message}"),
    sentence("{value!r} is not a valid {number_type}."),
    sentence("{value} is not in the range {range}."),
    sentence("Option {name!r} requires an argument."),
    sentence("Option {name!r} does not take a value."),
    sentence("Show this message and exit."),
    sentence("Show the version and exit."),
    sentence("required"),
    sentence("default: {default}"),
    sentence("Did you mean {possibility}?"),
)

USAGE_PARTS = (
    sentence("[OPTIONS]"),
    sentence("COMMAND [ARGS]..."),
    sentence("[COMMAND] [ARGS]..."),
    sentence("NAME"),
    sentence("NEW_NAME"),
)
"""What stands in a usage line for what is typed there; FILE is the same word."""

KINDS_OF_VALUES = {
    "text": sentence("TEXT"),
    "integer": sentence("NUMBER"),
    "integer range": sentence("NUMBER"),
    "float": sentence("NUMBER"),
    "path": sentence("FILE"),
}
"""What is said of an option's value, by click's name of its kind."""


def click_plurals(language: str) -> tuple[str, ...]:
    """The sentences with a plural, for one thing and for several."""
    words = catalogue("mazzo", language)
    return (
        words.ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 2),
        words.ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 2),
        words.ngettext("(Possible options: {possibilities})", "(Possible options: {possibilities})", 2),
    )


SOLITARIO_HELP = (
    sentence("Play Klondike solitaire, by ear or by eye; an interrupted game goes on where it was."),
    sentence("Number of the deal; a fresh one otherwise."),
    sentence("Deck."),
    sentence("Level, 1 easiest."),
    sentence("Cards a draw turns; the level's otherwise."),
    sentence("Minutes; 0 is off."),
    sentence("How the waste comes back."),
    sentence("At the limit the game ends, strict, or each minute costs points, permissive."),
    sentence("How much is said."),
    sentence("Costs to warn of."),
    sentence("Kind of the deal; the daily one is the same for everybody."),
    sentence("Each line is keys to press, apart; after a colon it is words."),
    sentence("What an empty pile takes; any card is easier."),
    sentence("How loud short sounds are, out of 100, in steps of 10; 0 is off."),
    sentence("Score by the figures of this file."),
    sentence("Give an unfinished game up and start a new one."),
    sentence("Whose game this is; the default profile otherwise."),
    sentence("Speak through prismatoid or espeak-ng, where one is installed."),
    sentence("Plain answers, as for a screen reader; no picture, no redraw."),
    sentence("Type whole lines, or press single keys."),
    sentence("Language; that of the system otherwise."),
    sentence("Play a game from a file of commands and print what is said; nothing is kept."),
    sentence("File of commands, one a line."),
    sentence("Print each command before its answer."),
    sentence("Print messages with their facts as JSON."),
    sentence('Compute the score of the game described in FILE (- is standard input), a JSON object with "schema": 1.'),
    sentence("Print every field as JSON."),
    sentence("Add the games of another scores file, version 1 or 2; games that are there already are left out."),
    sentence("Write every finished game to the new FILE, a scores file that this and other programs import."),
    sentence("Whose games they are; the default profile unless named."),
    sentence("Print the answer as JSON."),
    sentence("Say what the finished games of a player add up to."),
    sentence("Whose games; the default profile unless named."),
    sentence("List the best wins, one board for each scoring system and set of figures."),
    sentence("Only the games of this player."),
    sentence("How many on each board."),
    sentence("Make, rename, delete and choose the players at this table."),
    sentence("List the players; the default one is marked."),
    sentence("Make a profile called NAME."),
    sentence("Also make it the default."),
    sentence("Call the profile NAME by NEW_NAME; the games stay the same player's."),
    sentence("Delete the profile NAME; its games stay, without a name."),
    sentence("Do not ask."),
    sentence("Play as NAME from now on, unless another profile is named."),
    sentence("Say the choices that hold for every game, after changing those that are given."),
    sentence("The language of every game."),
    sentence("Speak in every game, as --speak does once."),
    sentence("0 is usual, 10 fastest."),
    sentence("Count games for tuning the score: only counts, only on this machine."),
    sentence("Decide whether a game of Solitario can be won, and show how; every hidden card is looked at."),
    sentence("Number of the deal."),
    sentence("A range of deals, as in 1-1000; how many can be won."),
    sentence("File of a table, - to read it."),
    sentence("Cards a draw turns."),
    sentence("Try so many moves: the same answer everywhere."),
    sentence("Look for so many seconds."),
    sentence("Look for the line with the most points."),
    sentence("Score by this level."),
    sentence("Processes for a range; as many as there are cores."),
    sentence("No progress."),
    sentence("Print one JSON object."),
)
"""What ``mazzo solitario --help`` says of each command and option."""
