"""What models say about their work instead of a rewrite, or besides it, in the languages they mostly do it in."""

import re

__all__ = ["EXPLANATIONS"]

_DID = (
    r"(?:replaced|removed|redacted|anonymi[sz]ed|generali[sz]ed|paraphrased|rewritten|rephrased|omitted|masked|"
    r"saniti[sz]ed|obscured|altered|changed)"
)
_MADE = r"(?:anonymi[sz]ed|rewritten|redacted|saniti[sz]ed|paraphrased|de-?identified)"
# What an anonymizer changes; "I changed my name" is the sentence of an author, "the names" one of a model.
_ABOUT = (
    r"(?:names\b|(?:the|all|any|specific) name\b|identif\w+|personal\b|specific\b|details\b|locations\b|"
    r"placeholders?\b|generic\b|sensitive\b|PII\b|information\b|privacy\b|anonym\w+|references\b|wording\b|"
    r"[\"“'‘][^\n]{1,60}[\"”'’] (?:with|to|by|->|→))"
)
_WHY = r"(?:to (?:protect|preserve|prevent|ensure|avoid|maintain)\b|with (?:generic|placeholder|\[|\")|privacy|anonym)"
_EXPLANATIONS = (
    rf"\bI(?:['’]ve| have)? (?:also |carefully |only |then )?{_DID}\b[^.\n]{{0,50}}?{_ABOUT}",
    rf"\bI(?:['’]ll| will| would| am going to) (?:\w+ )?(?:replace|remove|redact|anonymi[sz]e|generali[sz]e|rephrase)\b"
    rf"[^.\n]{{0,50}}?{_ABOUT}",
    r"\bI(?:['’]ve| have)? made the following changes\b",
    rf"\b(?:was|were|has been|have been|are) (?:\w+ly )?{_DID}\b[^.\n]{{0,60}}\b{_WHY}",
    rf"\b(?:in|for) (?:this|the) {_MADE} (?:version|text)\b",
    rf"\b(?:the|this) (?:text|document|record|message|passage) (?:above |below )?(?:has been|was|is) {_DID}",
    r"\b(?:the|this) original (?:text|sentence|passage|message)\b",
    rf"\b{_MADE} (?:text|version|document)\W*:",
    rf"^[^\w\n]*+(?:here(?:['’]s| is)|below is) (?:the|your|my|an?) [^.\n]{{0,40}}{_MADE}",
    r"^[^\w\n]*+(?:explanation(?: of (?:the )?changes)?|"
    r"(?:list of |summary of |note on )?(?:the )?changes(?: made)?)\W*:",
    r"^[^\w\n]*+(?:Änderungen|Erklärung(?: der Änderungen)?|Modifications(?: apportées)?|Cambios(?: realizados)?)\W*:",
    r"\blet me know if you(?:['’]d| would)? (?:like|need|want)[^.\n]{0,30}(?:change|adjust|modif|revis)",
    r"\bich habe (?:alle|die|den|das|folgende)\b[^.\n]{0,60}(?:ersetzt|entfernt|anonymisiert|verallgemeinert)\b",
    r"\bj['’]ai (?:remplacé|supprimé|anonymisé|généralisé) (?:les|tous|toutes|le nom)\b",
    r"\bhe (?:reemplazado|eliminado|anonimizado|sustituido|generalizado) (?:los|las|todos|todas|el nombre)\b",
    r"\b(?:substituí|removi|anonimizei|generalizei) (?:os|as|todos|todas|o nome)\b",
    r"\bho (?:sostituito|rimosso|anonimizzato|generalizzato) (?:i|gli|le|tutti|il nome)\b",
)
EXPLANATIONS = re.compile("|".join(_EXPLANATIONS), re.IGNORECASE | re.MULTILINE)
"""The model speaks about its work instead of doing it, or besides doing it."""
