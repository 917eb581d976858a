"""What is said around a table that others come to: where it is, how a device is let in, who was."""

from __future__ import annotations

from kernelkit.spoken import sentence

ON_THE_NETWORK = sentence("On this network the web table is open at {address}")
PAIR_WITH = sentence("To let a device in, open that address on it and type the code {code}. It counts once.")
OR_SCAN = sentence("Or scan this square with its camera:")
PAIRED = sentence("A device was let in: {device}.")
NEXT_CODE = sentence("The code for the next device is {code}.")
SOME_DEVICE = sentence("a device")
WRONG_CODE = sentence("That is not the code. It is shown where the table was opened, and counts once.")
TOO_MANY_TRIES = sentence("Too many tries. Wait a minute, then type the code that is shown where the table was opened.")
WRONG_PASSWORD = sentence("Name and password do not belong together.")
TOO_MANY_SIGN_INS = sentence("Too many tries. Wait a minute, then try again.")
SHORT_PASSWORD = sentence("The password needs at least {shortest} characters.")
NO_INVITATION = sentence("Name and code are no invitation: one counts once, and for a week.")
INVITED = sentence("{name} is invited. The code is {code}, for a week; it is typed at the page /join of the table.")
ACCOUNT_CLOSED = sentence("{name} is let in no longer. What {name} has played is kept.")
NO_ACCOUNTS = sentence("There are no accounts.")
NOT_JOINED = sentence("{name}, who has not chosen a password yet")
