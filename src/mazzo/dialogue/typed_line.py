"""A line that is typed key by key and shown by us, so that something may be said in between and the line comes back."""

from __future__ import annotations

LONGEST = 200


class TypedLine:
    """The letters so far and where among them the cursor stands; each key gives back what the terminal is sent."""

    def __init__(self) -> None:
        self.text = ""
        self._place = 0

    def press(self, key: str) -> str:
        """Take a key by its name; what to send to the terminal so that it shows the line as it is now."""
        letter = " " if key == "space" else key
        if len(letter) == 1 and letter.isprintable():
            return self._insert(letter) if len(self.text) < LONGEST else ""
        match key:
            case "backspace" if self._place:
                return "\b" + self._without(self._place - 1)
            case "delete" if self._place < len(self.text):
                return self._without(self._place)
            case "left":
                return self._go(self._place - 1)
            case "right":
                return self._go(self._place + 1)
            case "home":
                return self._go(0)
            case "end":
                return self._go(len(self.text))
        return ""

    def shown(self) -> str:
        """The whole line, to be shown again after the prompt, with the cursor where it was."""
        return self.text + "\b" * (len(self.text) - self._place)

    def _insert(self, letter: str) -> str:
        rest = self.text[self._place :]
        self.text = self.text[: self._place] + letter + rest
        self._place += 1
        return letter + rest + "\b" * len(rest)

    def _without(self, place: int) -> str:
        """Take the letter at ``place`` away, where the terminal's cursor stands already."""
        rest = self.text[place + 1 :]
        self.text, self._place = self.text[:place] + rest, place
        return rest + " " + "\b" * (len(rest) + 1)

    def _go(self, place: int) -> str:
        before, self._place = self._place, max(0, min(place, len(self.text)))
        return "\b" * (before - self._place) + self.text[before : self._place]
