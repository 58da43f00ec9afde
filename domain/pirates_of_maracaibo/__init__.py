"""Pirates of Maracaibo: its rules are in RULES.md, its cards and boards in data/."""
