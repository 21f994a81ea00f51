"""Methods that make a release of a document: one file each, or one folder with its prompts."""

from gyges.anonymizers._annotated import MaskAnnotated
from gyges.anonymizers._anonymizer import Anonymizer
from gyges.anonymizers._edits import Edit, apply_edits, edits_between, edits_from_json, edits_to_json
from gyges.anonymizers._generalised import GeneraliseAnnotated, generalised, generalised_edit
from gyges.anonymizers._guard import Residual, guarded, residual_identifiers
from gyges.anonymizers._mask import Mask, MaskOptions
from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._parts import PartUnderWay, part_under_way
from gyges.anonymizers._registry import METHODS, find_method, is_built_in, method_calls, open_anonymizer
from gyges.anonymizers._subjectwise import Subjectwise, SubjectwiseOptions
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.instructions import read_instruction, shipped_instructions
from gyges.anonymizers.replacement import restore
from gyges.anonymizers.rewriting import Rewrite, RewriteRules, Rewritten, rewrite_text

__all__ = [
    "METHODS",
    "Anonymizer",
    "Edit",
    "GeneraliseAnnotated",
    "Mask",
    "MaskAnnotated",
    "MaskOptions",
    "Method",
    "MethodCalls",
    "PartUnderWay",
    "Purpose",
    "Residual",
    "Rewrite",
    "RewriteRules",
    "Rewritten",
    "Subjectwise",
    "SubjectwiseOptions",
    "Tools",
    "apply_edits",
    "edits_between",
    "edits_from_json",
    "edits_to_json",
    "find_method",
    "generalised",
    "generalised_edit",
    "guarded",
    "is_built_in",
    "method_calls",
    "open_anonymizer",
    "part_under_way",
    "read_instruction",
    "residual_identifiers",
    "restore",
    "rewrite_text",
    "shipped_instructions",
]
