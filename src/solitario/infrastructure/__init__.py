"""The files of Solitario: scoring figures, scores, settings, profiles. Read with doubt, written whole or not at all."""
