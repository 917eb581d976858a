"""The words of the game: cards, answers and scores in Italian and English, and a picture for those who look."""
