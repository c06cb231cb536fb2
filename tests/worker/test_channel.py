import pickle
import socket
from pathlib import Path

import pytest

from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.worker.channel import Channel, Request

ROOT = Path(__file__).parents[2]


@pytest.fixture
def ends():
    ours, theirs = socket.socketpair()
    pair = Channel(ours.detach()), Channel(theirs.detach())
    yield pair
    for end in pair:
        end.close()


def own_cases(name):
    return cases(load_variant(ROOT / "cuda_src" / f"{name}.cu"))


def request(number, case, *after):
    return Request(number, len, (case,), after)


def test_cases_arrive_as_they_were_and_share_their_variant(ends):
    here, there = ends
    wanted = [
        *own_cases("softmax_naive")[:3], *own_cases("softmax_online")[:2], own_cases("softmax_naive")[5],
    ]  # fmt: skip
    for case in wanted:
        here.send(request(1, case))
    received = [there.receive().before[0] for _ in wanted]
    assert received == wanted
    assert received[0].variant is received[1].variant is received[5].variant
    assert received[3].variant is received[4].variant is not received[0].variant


def test_a_variant_travels_once(ends):
    here, there = ends
    sizes = []
    for case in own_cases("softmax_naive")[:3]:
        here.send(request(1, case))
        sizes.append(len(there._connection.recv_bytes()))
    assert sizes[0] > 1500
    assert max(sizes[1:]) < 600


def test_a_message_that_cannot_be_sent_leaves_the_channel_as_it_was(ends):
    here, there = ends
    case = own_cases("softmax_naive")[0]
    with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
        here.send(request(1, case, lambda: None))
    here.send(request(2, case))
    assert there.receive() == request(2, case)


def test_poll_tells_a_message_and_the_end_from_silence(ends):
    here, there = ends
    assert not there.poll(0)
    here.send("x")
    assert there.poll(5)
    assert there.receive() == "x"
    here.close()
    assert there.poll(5)
    with pytest.raises(EOFError):
        there.receive()


def test_queued_messages_travel_in_one_piece_and_in_order(ends):
    here, there = ends
    wanted = own_cases("softmax_naive")[:3]
    for number, case in enumerate(wanted):
        here.queue(request(number, case))
    assert not there.poll(0)
    here.send("last")
    assert there.receive() == request(0, wanted[0])
    assert there.has_arrived
    assert there.poll(0)
    assert [there.receive() for _ in range(3)] == [request(1, wanted[1]), request(2, wanted[2]), "last"]
    assert not there.has_arrived
    assert not there.poll(0)


def test_a_message_that_no_channel_reads_is_refused(ends):
    here, there = ends
    here.send(request(1, own_cases("softmax_naive")[0]))
    _, body = pickle.loads(there._connection.recv_bytes())
    with pytest.raises(pickle.UnpicklingError, match="read by a channel"):
        pickle.loads(body)
