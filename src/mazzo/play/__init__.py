"""A whole game of Queen's Blood against the computer, without a screen: what a terminal and a web page both play on."""
