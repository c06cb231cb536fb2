"""Whether a change of kernels may merge: base and head, what changed, and what became worse.

In the order of the data: `revision` (trees of files), `change` (what differs), `contract` (what is claimed no more),
then correctness, cost and speed of what changed, and `model`, which is what reports are made of.
"""
