"""What happened, step by step: the kernel's log read back as values, and where each power comes from."""
