"""`python -m agent_memory_local run | demo`: the service on this machine, and a conversation played through it."""

import signal
import sys


def begin() -> int:
    """The exit code of the command that was asked for.

    Its imports take a third of a second. Ctrl-C during them ends the process at once and without a word: there is
    nothing to tidy up yet, and an exception raised inside an import would be printed.
    """
    if heeds := signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not in the background of a shell
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from agent_memory_local.commands import main  # noqa: PLC0415

    try:
        if heeds:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return main(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(begin())
