"""Runs beside a built function, in its process: lets its handler work, then tells what the process has loaded."""

import importlib
import sys


def handler(event, context):
    """Where each module came from, after the handler of `event["package"]` has answered `event["event"]`."""
    answer = importlib.import_module(event["package"]).handler(event["event"], context)
    modules = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    return {"answer": answer, "modules": modules, "path": sys.path, "version": sys.version}
