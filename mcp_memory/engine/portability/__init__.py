"""Memories out of the data folder and into it: our own lines, what others write, and a page for people."""
