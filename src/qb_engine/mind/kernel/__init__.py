"""Kernels of the net, on the rules of ``qb_engine.kernel`` and apart from them: a library of their own."""
