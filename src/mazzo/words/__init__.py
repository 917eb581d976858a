"""Values of the table put into sentences."""
