"""The vault: personal data sealed with a key that lies outside the records. It decides nothing on who may see it."""
