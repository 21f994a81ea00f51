"""The tiny attacker: a small language model with an adapter of ours, on two processor cores, offline.

`_lines` is the language of its answers, `_grammar` forces it, `_runtime` runs the model, `_certainty` says what its
probabilities mean, `_attack` and `_author` are the attacks, `_about` asks about one person, `_combined` joins them with
the rules. `_verify` is no attack: it is told a fact and says whether a reader could tell it.
`_likelihood` is none either: it says how likely the base finds a text.
"""

from gyges.attacks.tiny._attack import OVERLAP_TOKENS, WINDOW_TOKENS, TinyAttack
from gyges.attacks.tiny._author import TinyAuthorAttack
from gyges.attacks.tiny._combined import AuthorRulesAndTinyAttack, RulesAndTinyAttack
from gyges.attacks.tiny._likelihood import Likelihood
from gyges.attacks.tiny._runtime import TinyModel
from gyges.attacks.tiny._verify import TinyVerifier
from gyges.attacks.tiny._weights import base_is_here, open_likelihood, open_tiny, tiny_is_here

__all__ = [
    "OVERLAP_TOKENS",
    "WINDOW_TOKENS",
    "AuthorRulesAndTinyAttack",
    "Likelihood",
    "RulesAndTinyAttack",
    "TinyAttack",
    "TinyAuthorAttack",
    "TinyModel",
    "TinyVerifier",
    "base_is_here",
    "open_likelihood",
    "open_tiny",
    "tiny_is_here",
]
