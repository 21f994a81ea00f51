"""What models say instead of a rewrite, in the languages they mostly do it in."""

import re

__all__ = ["EXPLANATIONS", "REFUSALS"]

_CANNOT = r"(?:can(?:['’]t|not| not)|won['’]t|will not|must decline to|(?:am|['’]m) (?:not able|unable) to)"
_HELP = (
    r"(?:help|assist|comply|fulfil|fulfill|do (?:that|this)|provide|rewrite|anonymi[sz]e|paraphrase|process|continue|"
    r"support|engage|participate|create|generate|complete)"
)
_REFUSALS = (
    rf"\bI ?{_CANNOT} (?:\w+ ){{0,2}}?{_HELP}\b",
    rf"\b(?:sorry|apologies|unfortunately),? (?:but )?I ?{_CANNOT}\b",
    r"\bas an? (?:AI|artificial intelligence|(?:large )?language model)\b",
    r"\btut mir (?:sehr )?leid,? (?:aber )?(?:ich kann|dabei kann|das kann)\b",
    r"\bich kann (?:dir |Ihnen )?(?:dabei|das|diese[nrms]?|bei dieser) [^.\n]{0,40}nicht\b",
    r"\bdésolée?,? (?:mais )?je ne (?:peux|suis)\b",
    r"\bje ne (?:peux|suis) pas (?:en mesure|vous aider|répondre|traiter)\b",
    r"\blo siento,? (?:pero )?no (?:puedo|me es posible)\b",
    r"\bno puedo (?:ayudar|asistir|cumplir|reescribir|realizar)",
    r"\b(?:desculpe|lamento|sinto muito),? (?:mas )?(?:eu )?não posso\b",
    r"\bmi dispiace,? (?:ma )?non posso\b",
    r"\bhet spijt (?:me|mij),? (?:maar )?ik kan\b",
    r"\b(?:tyvärr|beklager|desværre),? (?:men )?(?:kan jag|jag kan|jeg kan|kan jeg)\b",
    r"\b(?:przykro mi|przepraszam),? (?:ale )?nie mogę\b",
    r"\b(?:üzgünüm|maalesef),? [^.\n]{0,40}(?:edemem|yapamam|olamam)\b",
    r"(?:извините|простите|к сожалению),? (?:но )?я не могу",
    r"(?:抱歉|对不起|對不起)[,，]?\s*(?:但)?我(?:不能|无法|無法)",
    r"申し訳(?:ありません|ございません)が",
    r"죄송(?:합니다|하지만)",
    r"(?:عذرًا|آسف|أعتذر)[،,]?\s*(?:لكن\s*)?(?:لا يمكنني|لا أستطيع)",
)
REFUSALS = re.compile("|".join(_REFUSALS), re.IGNORECASE)
"""The model declines."""

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
    rf"^\W*(?:here(?:['’]s| is)|below is) (?:the|your|my|an?) [^.\n]{{0,40}}{_MADE}",
    r"^\W*(?:explanation(?: of (?:the )?changes)?|(?:list of |summary of |note on )?(?:the )?changes(?: made)?)\W*:",
    r"^\W*(?:Änderungen|Erklärung(?: der Änderungen)?|Modifications(?: apportées)?|Cambios(?: realizados)?)\W*:",
    r"\blet me know if you(?:['’]d| would)? (?:like|need|want)[^.\n]{0,30}(?:change|adjust|modif|revis)",
    r"\bich habe (?:alle|die|den|das|folgende)\b[^.\n]{0,60}(?:ersetzt|entfernt|anonymisiert|verallgemeinert)\b",
    r"\bj['’]ai (?:remplacé|supprimé|anonymisé|généralisé) (?:les|tous|toutes|le nom)\b",
    r"\bhe (?:reemplazado|eliminado|anonimizado|sustituido|generalizado) (?:los|las|todos|todas|el nombre)\b",
    r"\b(?:substituí|removi|anonimizei|generalizei) (?:os|as|todos|todas|o nome)\b",
    r"\bho (?:sostituito|rimosso|anonimizzato|generalizzato) (?:i|gli|le|tutti|il nome)\b",
)
EXPLANATIONS = re.compile("|".join(_EXPLANATIONS), re.IGNORECASE | re.MULTILINE)
"""The model speaks about its work instead of doing it, or besides doing it."""
