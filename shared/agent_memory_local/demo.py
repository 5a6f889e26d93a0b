"""placeholder"""


def demo(settings):
    raise SystemExit("not yet")
