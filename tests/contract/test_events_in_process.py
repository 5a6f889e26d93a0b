"""Every event file, played against its handler with a real database, queue and key store behind it."""

from __future__ import annotations

import pytest

from tests.support.event_files import all_files
from tests.support.event_plays import PLAYS, Player


def test_every_event_file_is_played() -> None:
    assert set(PLAYS) == {item.name for item in all_files()}


@pytest.mark.parametrize("name", PLAYS)
def test_the_event_is_answered_within_the_permissions_of_its_function(name: str, player: Player) -> None:
    PLAYS[name](player)
