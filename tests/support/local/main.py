"""Runs the toy stack as a program of its own: `python -m tests.support.local.main DATA_DIR PORT`."""

import contextlib
import sys
from pathlib import Path

from agent_memory_local.errors import LocalStackError
from agent_memory_local.postgres import EmbeddedPostgres
from agent_memory_local.stack import Stack
from tests.support.local.toy import toy_settings


def main(data_dir: Path, port: int) -> int:
    settings = toy_settings(data_dir)
    settings.port = port
    with contextlib.ExitStack() as afterwards:  # the database goes last, after every function that uses it

        def prepare(stack: Stack) -> None:
            database = EmbeddedPostgres(data_dir / "postgres", durable=False)
            afterwards.enter_context(database)
            print("prepared", list(stack.application.queues), database.alive)

        try:
            Stack(settings, before_serve=[prepare]).run()
        except LocalStackError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
