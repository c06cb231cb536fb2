from harness.driver.device.state import Context, CudaStream, Event, StreamOrder


def _streams(*, blocking):
    context = Context()
    return [CudaStream(context), CudaStream(context, blocking), CudaStream(context, blocking)]


def test_streams_that_wait_for_nothing_are_not_ordered():
    order, (default, first, second) = StreamOrder(), _streams(blocking=False)
    streams = [default, first, second]
    number = order.begin(first, streams)
    order.begin(second, streams)
    assert not order.is_before(first, number, second)
    order.begin(default, streams)
    assert not order.is_before(first, number, default)


def test_an_event_orders_what_came_before_it():
    order, streams = StreamOrder(), _streams(blocking=False)
    _, first, second = streams
    event = Event(first.context)
    before = order.begin(first, streams)
    order.record(event, first)
    after = order.begin(first, streams)
    order.wait_for_event(event, second)
    order.begin(second, streams)
    assert order.is_before(first, before, second)
    assert not order.is_before(first, after, second)


def test_a_wait_of_the_host_orders_everything_that_follows():
    order, streams = StreamOrder(), _streams(blocking=False)
    _, first, second = streams
    number = order.begin(first, streams)
    order.wait(first)
    order.begin(second, streams)
    assert order.is_before(first, number, second)


def test_the_default_stream_and_blocking_streams_wait_for_each_other():
    order, streams = StreamOrder(), _streams(blocking=True)
    default, first, second = streams
    number = order.begin(first, streams)
    order.begin(second, streams)
    assert not order.is_before(first, number, second)
    order.begin(default, streams)
    assert order.is_before(first, number, default)
    order.begin(second, streams)
    assert order.is_before(first, number, second)
