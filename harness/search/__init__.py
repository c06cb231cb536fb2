"""Searches a variant's claimed domain for a case that it gets wrong, and reduces that case to a small one.

In the order of the data: `space` says what there is to draw from, `draws` turns it into hypothesis strategies,
`engine` runs what is drawn and collects what fails, `reduction` makes a failing case smaller. Only `draws` and
`engine` need hypothesis, which is an extra: ``pip install 'kernel-harness[search]'``.
"""
