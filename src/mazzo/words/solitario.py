"""What Mazzo says around a game of Solitario: the clock, the voice, pages, players."""

from __future__ import annotations

from kernelkit.spoken import sentence

LEAPT = sentence("The clock has leapt by {seconds} seconds; they count as a pause, not as play")
VOICELESS = sentence("No voice was found: install espeak-ng, or leave speaking to your screen reader")
SILENCED = sentence("The voice fell silent: {detail}.")
ANY_KEY = sentence("Any key goes on.")
DEFAULT = sentence("default")
PROFILE_ADDED = sentence("Profile {name} is there.")
PROFILE_RENAMED = sentence("Profile {name} is now called {new_name}.")
DELETE_PROFILE = sentence("Delete the profile {name}? Its games stay, without a name. Yes or no; Enter is no.")
NOTHING_DELETED = sentence("Nothing was deleted.")
PROFILE_DELETED = sentence("Profile {name} is deleted.")
PLAYS_BY_DEFAULT = sentence("{name} plays by default from now on.")
