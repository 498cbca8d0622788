"""The verbs a model can call, one file each."""
