"""Placeholder: the tests that stood here were overwritten by mistake and have to be put back by their author."""

from __future__ import annotations

import pytest


def test_put_me_back():
    pytest.fail(
        "this file was overwritten at 05:18 by the author of test_sparse_memory.py, who is sorry and could not get "
        "it back: please write it again and leave this test out"
    )
