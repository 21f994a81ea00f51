"""Imported by workers, and by the server that they are forked from: loads what all of them read with.

A worker then begins at once, and the tables are in memory only once. A server can be told what to import, not what to
do; so this module, unlike all others, does something when it is imported.
"""

import gc

from gyges.reading import read_text
from gyges.reading.finder import find_spans
from gyges.runs import _anonymize, _audit_corpus

_TEXT = "Dr. Ana Kowalska, 42, a nurse from Graz, called her brother Tom on 3 May 2021. He lives in Ohio."

_USED = (_anonymize, _audit_corpus)
find_spans(_TEXT)
read_text(_TEXT)
gc.collect()
gc.freeze()  # the collector would write to shared pages, which makes copies of them
