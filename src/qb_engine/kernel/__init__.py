"""The rules of Queen's Blood, each in one small function over one record.

Read them in this order: ``layout`` (what a state holds), ``tables`` (cards and effects as numbers), ``board``,
``pawns``, ``powers``, ``effects``, ``destruction``, ``resolution``, ``scoring``, ``turns``. The same source runs on
Python lists and compiled; arguments are always the state ``s``, the tables ``t``, the rules ``r`` and the scratch
space ``w``, in this order.
"""
