"""Slots for names and for words that change with who speaks: I, she, you; have, has."""

from collections.abc import Callable

from gyges.factory._draft import Span
from gyges.factory._personas import Persona
from gyges.factory._writer import DIRECT, SlotTable, Writer

__all__ = ["VOICE_SLOTS", "named"]

_FORMS = {  # first person, second person, male, female
    "I": ("I", "you", "he", "she"),
    "me": ("me", "you", "him", "her"),
    "my": ("my", "your", "his", "her"),
    "mine": ("mine", "yours", "his", "hers"),
    "myself": ("myself", "yourself", "himself", "herself"),
    "am": ("am", "are", "is", "is"),
    "was": ("was", "were", "was", "was"),
    "have": ("have", "have", "has", "has"),
    "do": ("do", "do", "does", "does"),
    "'m": ("'m", "'re", "'s", "'s"),
    "'ve": ("'ve", "'ve", "'s", "'s"),
}
_THIRD = {"he": "I", "him": "me", "his": "my", "himself": "myself"}
_PRONOUNS = ("I", "me", "my", "mine", "myself")
_NAMED_AGAIN = 0.5
_GROWN_UP = 16
_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}


def named(writer: Writer, who: Persona, words: str, kind: str) -> Span:
    """Write a name; `kind` is full, first, last or handle."""
    span = writer.put_raw(words)
    writer.seen(who)
    writer.told = who
    general = "somebody" if who.age >= 18 else "a child"
    writer.mention(span, "PERSON", DIRECT, who, general)
    writer.draft.names.setdefault(id(who), []).append((span, words, kind))
    return span


def _voice(word: str) -> Callable[[Writer, Persona | None], None]:
    def write(writer: Writer, who: Persona | None) -> None:
        who = _somebody(who)
        first, second, male, female = _FORMS[word]
        writer.seen(who)
        if who is writer.speaker:
            writer.put(first)
        elif who is writer.listener:
            writer.put(second)
        elif word in ("I", "my") and _unclear(writer, who):
            _again(writer, who)
            writer.put_raw("'s" if word == "my" else "")
        else:
            span = writer.put(male if who.male else female)
            if word in _PRONOUNS:
                writer.told = who
                writer.fact(who, "SEX", who.sex, 5, 1, span)

    return write


def _unclear(writer: Writer, who: Persona) -> bool:
    """Tell whether a pronoun at the start of a sentence would be taken for somebody else, and a name would help."""
    return writer.told is not None and writer.told is not who and writer.opens() and bool(_known(writer, who))


def _known(writer: Writer, who: Persona) -> set[str]:
    """Return the forms of somebody's name in the text so far."""
    return {kind for _, _, kind in writer.draft.names.get(id(who), ())} - {"handle", "letter"}


def _again(writer: Writer, who: Persona) -> None:
    """Write the name of somebody named before, as the text would."""
    if writer.notes.get("formal") and who.age >= _GROWN_UP:
        _title(writer, who)
    else:
        _simple("last" if _known(writer, who) == {"last"} else "first")(writer, who)


def _third(word: str) -> Callable[[Writer, Persona | None], None]:
    _, _, male, female = _FORMS[_THIRD[word]]

    def write(writer: Writer, who: Persona | None) -> None:
        who = _somebody(who)
        span = writer.put(male if who.male else female)
        writer.told = who
        writer.fact(who, "SEX", who.sex, 5, 1, span)

    return write


def _verb(writer: Writer, who: Persona | None) -> None:
    verb, who = writer.notes["verb"], _somebody(who)
    told = who is not writer.speaker and who is not writer.listener
    writer.put(_third_person(verb) if told else verb)


def _third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "x", "sh", "ch", "o", "z")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _somebody(who: Persona | None) -> Persona:
    if who is None:
        raise AssertionError("a slot about a person stands in a sentence about nobody")
    return who


def _title(writer: Writer, who: Persona | None) -> None:
    """Write Mr or Ms and the surname."""
    who = _somebody(who)
    choices = ("Mr",) if who.male else ("Ms", "Mrs") if who.status == "Married" else ("Ms",)
    word = writer.notes.setdefault(f"title{id(who)}", writer.draw.choice(choices))
    span = writer.put(word)
    writer.fact(who, "SEX", who.sex, 5, 1, span)
    if word == "Mrs":
        writer.fact(who, "RELATIONSHIP", "Married", 3, 2, span)
    writer.put_raw(" ")
    named(writer, who, who.last, "last")


def _title_and_name(writer: Writer, who: Persona | None) -> None:
    """Write Mr or Ms, given name and surname."""
    who = _somebody(who)
    span = writer.put("Mr" if who.male else "Ms")
    writer.fact(who, "SEX", who.sex, 5, 1, span)
    writer.put_raw(" ")
    named(writer, who, who.full, "full")


def _doctor(writer: Writer, who: Persona | None) -> None:
    """Write "Dr ", which tells the profession of a doctor."""
    who = _somebody(who)
    span = writer.put("Dr")
    writer.fact(who, "OCCUPATION", who.job.name, 4, 2, span)
    writer.put_raw(" ")


def _lastfirst(writer: Writer, who: Persona | None) -> None:
    who = _somebody(who)
    named(writer, who, f"{who.last.upper()}, {who.first}", "full")


def _man(writer: Writer, who: Persona | None) -> None:
    who = _somebody(who)
    young = who.age < 15
    words = ("boy" if young else "man") if who.male else ("girl" if young else "woman")
    span = writer.put(words)
    writer.fact(who, "SEX", who.sex, 5, 1, span)


def _turn(writer: Writer, who: Persona | None) -> None:
    """Begin a turn of a conversation: the name in front, as the layout of this document has it."""
    who = _somebody(who)
    form = writer.notes.setdefault(
        "turn", writer.draw.choice(("{}: ", "{}: ", "{}: ", "<{}> ", "[time] {}: ", "{} (time): ", "{} – "))
    )
    kind = writer.notes.setdefault(f"turn{id(who)}", writer.draw.choice(writer.notes["turn_names"].split()))
    before, after = form.replace("time", _time(writer)).split("{}")
    writer.put_raw(before)
    named(writer, who, getattr(who, kind), kind)
    writer.put_raw(after)
    writer.begin()
    writer.speaker = who


def _time(writer: Writer) -> str:
    minutes = int(writer.notes.get("minutes") or writer.draw.randint(420, 1300))
    writer.notes["minutes"] = str(minutes + writer.draw.randint(0, 4))
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def _say(writer: Writer, who: Persona | None) -> None:
    writer.speaker = _somebody(who)
    writer.seen(writer.speaker)


def _hear(writer: Writer, who: Persona | None) -> None:
    writer.listener = _somebody(who)
    writer.seen(writer.listener)


def _nobody(writer: Writer, who: Persona | None) -> None:
    writer.speaker = writer.listener = None


def _simple(kind: str) -> Callable[[Writer, Persona | None], None]:
    def write(writer: Writer, who: Persona | None) -> None:
        who = _somebody(who)
        named(writer, who, getattr(who, kind), kind)

    return write


def _initials(writer: Writer, who: Persona | None) -> None:
    who = _somebody(who)
    named(writer, who, f"{who.first[0]}. {who.last}", "initial")


def _letter(writer: Writer, who: Persona | None) -> None:
    who = _somebody(who)
    span = writer.put("Mr" if who.male else "Ms")
    writer.fact(who, "SEX", who.sex, 5, 1, span)
    writer.put_raw(" ")
    named(writer, who, f"{who.last[0]}.", "letter")


def _who(writer: Writer, who: Persona | None) -> None:
    """Write "I", a pronoun, or the name of somebody named before."""
    who = _somebody(who)
    told = who is not writer.speaker and who is not writer.listener
    if told and _known(writer, who) and writer.draw.random() < _NAMED_AGAIN:
        _again(writer, who)
    else:
        _voice("I")(writer, who)


VOICE_SLOTS: SlotTable = {
    "who": _who,
    **{word: _voice(word) for word in _FORMS},
    **{word: _third(word) for word in _THIRD},
    "~": _verb,
    "name": _simple("full"),
    "full": _simple("full"),
    "first": _simple("first"),
    "last": _simple("last"),
    "handle": _simple("handle"),
    "initials": _initials,
    "letter": _letter,
    "lastfirst": _lastfirst,
    "mr": _title,
    "mrfull": _title_and_name,
    "dr": _doctor,
    "man": _man,
    "turn": _turn,
    "say": _say,
    "hear": _hear,
    "nobody": _nobody,
}
"""The slots, by name."""
