"""Methods that make a release of a document: one file each, or one folder with its prompts."""

from gyges.anonymizers._annotated import MaskAnnotated
from gyges.anonymizers._anonymizer import Anonymizer
from gyges.anonymizers._floor import without_special
from gyges.anonymizers._generalised import GeneraliseAnnotated
from gyges.anonymizers._mask import Mask, MaskOptions
from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._plainly import release_of
from gyges.anonymizers._registry import METHODS, find_method, is_built_in, method_calls, open_anonymizer
from gyges.anonymizers._subjectwise import Subjectwise
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.instructions import read_instruction, shipped_instructions
from gyges.anonymizers.replacement import restore
from gyges.anonymizers.rewriting import Rewrite
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions

__all__ = [
    "METHODS",
    "Anonymizer",
    "GeneraliseAnnotated",
    "Mask",
    "MaskAnnotated",
    "MaskOptions",
    "Method",
    "Purpose",
    "Rewrite",
    "Subjectwise",
    "SubjectwiseOptions",
    "Tools",
    "find_method",
    "open_anonymizer",
    "restore",
]
