import json

import pytest

from harness.report.json import trace as trace_json
from tests.docs.json_samples import program_documents
from tests.report.made_up import WRONG_TRACE
from tests.report.report_files import (
    bench_document,
    check_text,
    count_text,
    gate_text,
    ladder,
    made_up_time,
    release_texts,
)


@pytest.fixture(scope="session")
def input_files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    # A problem of its own, without a naive kernel to compare with.
    times = [*ladder(), made_up_time("softmax_step1", 512, 777, 0.5)]
    texts = {
        "check.json": check_text(folder),
        "gate.json": gate_text(),
        "bench.json": json.dumps(bench_document(times)),
        "count.json": count_text(folder),
        "trace.json": trace_json.text(WRONG_TRACE, ("trace", "k")),
        "run.json": json.dumps(program_documents()[0]),
    }
    texts |= release_texts(texts["check.json"], texts["count.json"])
    for name, text in texts.items():
        (folder / name).write_text(text)
    return [folder / name for name in texts]
