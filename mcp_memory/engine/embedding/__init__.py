"""Embedding adapters: text in, unit vectors out.

Whatever is imported from here, onnxruntime is imported first, with its telemetry switched off. From version 1.29 on its
builds for Linux and macOS keep a device id in the user's cache folder and upload events to their maker. Only this
variable of the environment prevents that, it is read once, at the first import, and no later call undoes what was
begun; so it is set for that moment and then put back as the user had it.
"""

import importlib
import os

_SWITCH = "ORT_DISABLE_TELEMETRY"


def _import_without_telemetry() -> None:
    before = os.environ.get(_SWITCH)
    os.environ[_SWITCH] = "1"
    try:
        importlib.import_module("onnxruntime")
    finally:
        if before is None:
            del os.environ[_SWITCH]
        else:
            os.environ[_SWITCH] = before


_import_without_telemetry()
