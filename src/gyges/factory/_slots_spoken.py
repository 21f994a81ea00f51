"""Slots for names, for words that change with who speaks (I, she; have, has), and for what belongs to the scene."""

from collections.abc import Callable
from datetime import timedelta

from gyges.factory._forms import date_words, fill, number_in_words
from gyges.factory._personas import Persona
from gyges.factory._world import locales, organisation, pairs_of, stem, words_of
from gyges.factory._writer import DIRECT, SceneSlotTable, SlotTable, Writer
from gyges.records import IdentifierType

_THIRD = {"he": "I", "him": "me", "his": "my", "himself": "myself"}
_PRONOUNS = ("I", "me", "my", "mine", "myself")
_REFERENCES = ("##/####", "LL-####/##", "####-LL-##", "LLL/####/2#", "#-####/##", "2#LL#####")
_ELSEWHERE = 12
_NAMED_AGAIN = 0.5
_GROWN_UP = 16
_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}


def named(writer: Writer, who: Persona, words: str, kind: str) -> None:
    """Write a name; `kind` is full, first, last or handle."""
    writer.seen(who)
    writer.told = who
    span = writer.named(words, "PERSON", who, DIRECT)
    writer.draft.names.setdefault(id(who), []).append((span, words, kind))


def _sexed(writer: Writer, who: Persona, male: str, female: str) -> None:
    """Write a word that tells the sex."""
    writer.fact(who, "SEX", who.sex, 5, 1, writer.put(male if who.male else female))


def _voice(word: str) -> Callable[[Writer, Persona], None]:
    def write(writer: Writer, who: Persona) -> None:
        first, second, male, female = pairs_of("voice")[word].split()
        writer.seen(who)
        if who is writer.speaker:
            writer.put(first)
        elif who is writer.listener:
            writer.put(second)
        elif word in ("I", "my") and _unclear(writer, who):
            _again(writer, who)
            writer.put_raw("'s" if word == "my" else "")
        else:
            if word in _PRONOUNS:
                writer.told = who
                _sexed(writer, who, male, female)
            else:
                writer.put(male if who.male else female)

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


def _third(word: str) -> Callable[[Writer, Persona], None]:
    def write(writer: Writer, who: Persona) -> None:
        writer.told = who
        _, _, male, female = pairs_of("voice")[_THIRD[word]].split()
        _sexed(writer, who, male, female)

    return write


def _verb(writer: Writer, who: Persona) -> None:
    verb = writer.notes["verb"]
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


def _title(writer: Writer, who: Persona) -> None:
    """Write Mr or Ms and the surname."""
    choices = ("Mr",) if who.male else ("Ms", "Mrs") if who.status == "Married" else ("Ms",)
    word = writer.notes.setdefault(f"title{id(who)}", writer.draw.choice(choices))
    span = writer.put(word)
    writer.fact(who, "SEX", who.sex, 5, 1, span)
    if word == "Mrs":
        writer.fact(who, "RELATIONSHIP", "Married", 3, 2, span)
    writer.put_raw(" ")
    named(writer, who, who.last, "last")


def _titled(form: Callable[[Persona], str], kind: str) -> Callable[[Writer, Persona], None]:
    """Return a slot for Mr or Ms and some form of the name."""

    def write(writer: Writer, who: Persona) -> None:
        _sexed(writer, who, "Mr", "Ms")
        writer.put_raw(" ")
        named(writer, who, form(who), kind)

    return write


def _doctor(writer: Writer, who: Persona) -> None:
    """Write "Dr ", which tells the profession of a doctor."""
    writer.fact(who, "OCCUPATION", who.job.name, 4, 2, writer.put("Dr"))
    writer.put_raw(" ")


def _man(writer: Writer, who: Persona) -> None:
    young = who.age < 15
    _sexed(writer, who, "boy" if young else "man", "girl" if young else "woman")


def _turn(writer: Writer, who: Persona) -> None:
    """Begin a turn of a conversation: the name in front, as the layout of this document has it."""
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


def _say(writer: Writer, who: Persona) -> None:
    writer.speaker = who
    writer.seen(who)


def _hear(writer: Writer, who: Persona) -> None:
    writer.listener = who
    writer.seen(who)


def _simple(kind: str, form: Callable[[Persona], str] | None = None) -> Callable[[Writer, Persona], None]:
    def write(writer: Writer, who: Persona) -> None:
        named(writer, who, form(who) if form else getattr(who, kind), kind)

    return write


def _who(writer: Writer, who: Persona) -> None:
    """Write "I", a pronoun, or the name of somebody named before."""
    told = who is not writer.speaker and who is not writer.listener
    if told and _known(writer, who) and writer.draw.random() < _NAMED_AGAIN:
        _again(writer, who)
    else:
        _voice("I")(writer, who)


VOICE_SLOTS: SlotTable = {
    "who": _who,
    **{word: _voice(word) for word in pairs_of("voice")},
    **{word: _third(word) for word in _THIRD},
    "~": _verb,
    **{kind: _simple(kind) for kind in ("full", "first", "last", "handle")},
    "initials": _simple("initial", lambda who: f"{who.first[0]}. {who.last}"),
    "lastfirst": _simple("full", lambda who: f"{who.last.upper()}, {who.first}"),
    "letter": _titled(lambda who: f"{who.last[0]}.", "letter"),
    "mrfull": _titled(lambda who: who.full, "full"),
    "mr": _title,
    "dr": _doctor,
    "man": _man,
    "turn": _turn,
    "say": _say,
    "hear": _hear,
}
"""The slots, by name."""


def _date(writer: Writer) -> None:
    """Write the day of the document."""
    writer.named(date_words(writer.draft.day, writer.notes["dates"]), "DATETIME", "day")


def _earlier(least: int, most: int) -> Callable[[Writer], None]:
    def write(writer: Writer) -> None:
        day = writer.draft.day - timedelta(days=writer.draw.randint(least, most))
        writer.named(date_words(day, writer.notes["dates"]), "DATETIME", f"date{day}")

    return write


def _month(writer: Writer) -> None:
    day = writer.draft.day - timedelta(days=writer.draw.randint(20, 300))
    writer.named(words_of("months")[day.month - 1], "DATETIME")


def _weekday(writer: Writer) -> None:
    writer.named(writer.draw.choice(words_of("days")), "DATETIME", identifier=IdentifierType.NO_MASK)


def _hour(writer: Writer) -> None:
    minutes = writer.draw.choice(("00", "15", "20", "30", "45", "50"))
    words = f"{writer.draw.randint(6, 22)}{writer.draw.choice('.:')}{minutes}"
    writer.named(words, "DATETIME", identifier=IdentifierType.NO_MASK)


def _place(writer: Writer) -> None:
    """Write the city the scene plays in."""
    place = writer.draft.place
    writer.draft.place_spans.append(writer.named(place, "LOC", f"loc{place}"))


def _elsewhere(writer: Writer) -> None:
    """Write a city nobody in the scene lives in, which tells nothing."""
    for _ in range(_ELSEWHERE):
        city = writer.draw.choice(writer.draw.choice(locales()).cities).name
        if city != writer.draft.place:
            break
    writer.named(city, "LOC", f"loc{city}")


def _org(writer: Writer) -> None:
    """Write the organisation of the scene."""
    writer.draft.org_spans.append(writer.named(writer.draft.organisation, "ORG", "organisation"))


def _firm(writer: Writer) -> None:
    """Write some other firm."""
    sector = writer.draw.choice(("firm", "shop", "building", "telecom", "insurance"))
    other = organisation(sector, writer.cast["_"].home, writer.draw)
    writer.named(other, "ORG", f"org{other}")


def _reference(writer: Writer) -> None:
    code = fill(writer.draw.choice(_REFERENCES), writer.draw, writer.draft.day, True)
    writer.named(code, "CODE", f"code{code}")


def _money(writer: Writer) -> None:
    amount = writer.draw.choice((35, 48, 60, 85, 120, 180, 240, 375, 460, 640, 900))
    writer.named(writer.cast["_"].home.money % amount, "QUANTITY")


def _number(writer: Writer) -> None:
    writer.put(str(writer.draw.randint(2, 9)))


def _number_words(writer: Writer) -> None:
    writer.put(number_in_words(writer.draw.randint(2, 9)))


def _street_name(writer: Writer) -> None:
    name = stem(writer.draw)
    writer.named(f"{name} {writer.draw.choice(('Street', 'Road', 'Square', 'Lane', 'Bridge'))}", "LOC")


def _nobody(writer: Writer) -> None:
    writer.speaker = writer.listener = None


SCENE_SLOTS: SceneSlotTable = {
    "date": _date,
    "recent": _earlier(2, 25),
    "earlier": _earlier(40, 500),
    "month": _month,
    "weekday": _weekday,
    "time": _hour,
    "place": _place,
    "elsewhere": _elsewhere,
    "org": _org,
    "firm": _firm,
    "ref": _reference,
    "money": _money,
    "n": _number,
    "nwords": _number_words,
    "road": _street_name,
    "nobody": _nobody,
}
"""The slots, by name."""
