"""A voice for terminals without a screen reader; optional, behind one small interface.

``find_speaker`` takes prismatoid when it is installed and finds a voice, else the espeak-ng program, else silence.
"""
