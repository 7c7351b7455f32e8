"""Work that takes long: what memory the machine has, compilers kept from interruptions."""
