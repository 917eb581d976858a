"""The verified cards and their effects as JSON files, and what checks them."""
