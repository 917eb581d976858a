"""The rooms of the web table, one module each: which addresses it has, and which use case each of them calls."""
