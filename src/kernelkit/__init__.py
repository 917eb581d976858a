"""What both games stand on: compiled kernels over plain records, chance, strict JSON and sentences in two languages."""
