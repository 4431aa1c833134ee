"""What strangers send is counted, and said seldom."""

from __future__ import annotations

import logging

import gevent
import pytest

from assistant.web.strangers import MOST_KINDS, Strangers


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records]


def test_whatever_came_is_told_in_one_line_with_how_often(
    caplog: pytest.LogCaptureFixture,
) -> None:
    strangers = Strangers(every=0)
    for _ in range(1000):
        strangers.count("a broken frame")
    strangers.count("half a request")
    assert told(caplog) == [], "not before its time"
    gevent.idle()
    assert told(caplog) == ["Strangers sent: a broken frame (1000), half a request (1)"]
    assert not caplog.records[0].exc_info and caplog.records[0].levelno == logging.WARNING


def test_what_was_told_is_not_told_again(caplog: pytest.LogCaptureFixture) -> None:
    strangers = Strangers(every=0)
    for what in ("a broken frame", "half a request"):
        strangers.count(what)
        gevent.idle()
    assert told(caplog) == [
        "Strangers sent: a broken frame (1)",
        "Strangers sent: half a request (1)",
    ]


def test_a_line_stays_a_line_whatever_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    strangers = Strangers(every=0)
    for number in range(10 * MOST_KINDS):
        strangers.count(f"thing {number}")
    gevent.idle()
    assert len(told(caplog)) == 1
    assert told(caplog)[0].count("thing ") == MOST_KINDS
    assert f"other things ({9 * MOST_KINDS})" in told(caplog)[0]
