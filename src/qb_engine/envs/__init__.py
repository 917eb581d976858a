"""Queen's Blood under the interfaces that other software expects; extra ``rl``, but for ``batch``, which needs none."""
