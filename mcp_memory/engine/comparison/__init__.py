"""How two statements relate, by explicit rules, in English and Chinese: pure, and without vectors."""
