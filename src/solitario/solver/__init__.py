"""Decides positions of Solitario: winnable with a line of moves, proved lost, or not proven within a budget.

docs/solver.md proves what the search leaves out. Bottom to top: ``layout`` (records), ``sets`` (which moves there are),
``making`` (what a move changes), ``memory`` (positions that were met), ``search`` and ``setting_up`` (where it begins);
``program`` has them compiled and plain, ``encoding`` turns a table into numbers, ``lifting`` a line of the search into
moves of the game, and ``solving`` is the door.
"""
