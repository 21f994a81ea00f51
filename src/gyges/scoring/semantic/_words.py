"""English function words: they stand in any text and tell nothing about anybody."""

__all__ = ["STOP_WORDS"]

_WORDS = """
a about above after again against all also am an and any are as at be because been before being below between both
but by can could did do does doing down during each few for from further had has have having he her here hers him
his how however i if in into is it its just may me might more most my no nor not of off on once only or other our
out over own same shall she should so some such than that the their them then there these they this those through
to too under until up upon very was we were what when where which while who whom whose why will with would you your
"""
STOP_WORDS = frozenset(_WORDS.split())
