"""Queen's Blood as a library: cards, rules, scoring and play, under the names of its specification."""
