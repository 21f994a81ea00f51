"""The parts of ``adversarial``: its options, the attacker inside it, and the rewrite against what that concludes."""

from gyges.anonymizers.adversarial._inner_attack import Inference, inferences, open_inner_attack, target_subjects
from gyges.anonymizers.adversarial._options import AdversarialOptions
from gyges.anonymizers.adversarial._rewrite import rewrite_against, shrunk
