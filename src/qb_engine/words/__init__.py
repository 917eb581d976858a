"""Values put into sentences: events, scores, abilities, moves, advice and reviews, in every language spoken."""
