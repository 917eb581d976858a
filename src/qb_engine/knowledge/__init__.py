"""What one player can see, and what may be hidden: views, belief and whole worlds that fit."""
