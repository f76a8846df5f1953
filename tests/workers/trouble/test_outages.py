"""An outage of the queue is one line, whoever notices it first."""

import logging

import redis

from workers.run import OneLineAnOutage


def complaint() -> logging.LogRecord:
    return logging.LogRecord("rq.worker", logging.ERROR, "", 1, "trouble: %s", (redis.ConnectionError("no"),), None)


def test_the_first_complaint_is_a_plain_line_and_the_next_ones_are_none() -> None:
    outage, first = OneLineAnOutage(), complaint()
    assert outage.filter(first)
    assert first.getMessage() == "the queue does not answer: ConnectionError"
    assert not outage.filter(complaint())
    assert not outage.begins()
    assert outage.over()
    assert outage.filter(complaint())


def test_a_thread_of_rq_that_notices_it_after_the_worker_adds_none() -> None:
    outage = OneLineAnOutage()
    assert outage.begins()
    assert not outage.filter(complaint())
