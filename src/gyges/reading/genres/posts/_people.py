"""The people of a post: its author, the family, whoever is named, and whoever owns the codes in it."""

from gyges.reading._cues import Cues
from gyges.reading.codes._find import Code
from gyges.reading.codes._handles import domain_name, given_name, mail_name, spells
from gyges.reading.genres._jobs import ToldValue
from gyges.reading.genres._table import pattern
from gyges.reading.genres.author._cues import author_guesses
from gyges.reading.genres.posts._author import Author, Header, call, find_author, name_words, read_header, sex_of
from gyges.reading.genres.posts._family import CHILDREN, PARENTS, Family, Relative, add_others, child_age, read_family
from gyges.reading.genres.posts._life import (
    CODE_TAGS,
    code_owner,
    code_place,
    find_life,
    header_place,
    record_word,
    text_place,
)
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import is_surname
from gyges.reading.people._draft import Draft, PersonDraft

_SHORT = 320  # code points up to which a post is read as such whatever its form
_GUESSED = frozenset(["AGE", "SEX", "LOCATION", "EDUCATION", "RELATIONSHIP", "OCCUPATION"])
_OPPOSITE = {"Male": "Female", "Female": "Male"}
_LEAST, _MOST = 2, 3  # certainty of guesses that fill gaps


class PostReader:
    """One pass over one post."""

    def __init__(self, draft: Draft, cues: Cues) -> None:
        self.draft, self.cues, self.text = draft, cues, draft.text
        self.header: Header = read_header(self.text)
        self.who: Author | None = find_author(self.text, self.header)
        self.author: PersonDraft | None = None

    def read(self) -> None:
        """Read the post."""
        who = self.who or Author(0, 0)
        family = read_family(self.cues.page, who.name, who.end)
        owned = [(code, self._owner(code)) for code in self.cues.codes if code.kind != "OTHER"]
        own = [code for code, owner in owned if owner == "author"]
        if self.who is not None:
            self.author = self._author(who, own)
            for tag, told in find_life(self.cues, self.header.body):
                _learn(self.author, tag, told)
            self._home(self.author, own)
            self._status(self.author, family)
            for code in own:
                self._code(self.author, code, "own code")
            fill_gaps(self.author, self.cues, [(self.header.body, len(self.text))])
        for relative in family.relatives:
            self._relative(relative, family)
        self._records([code for code, owner in owned if owner == "other"])
        for companion in add_others(self.draft, self.cues, self.header.body, alone=not family.relatives):
            self._same_home(companion)

    @property
    def formed(self) -> bool:
        """Whether the text has the form of a post: a header, or its author before a colon."""
        led = self.who is not None and self.text[self.who.end : self.who.end + 2].strip()[:1] == ":"
        return bool(self.header.body) or led or len(self.text) <= _SHORT

    # -- the author

    def _author(self, who: Author, own: list[Code]) -> PersonDraft:
        person = self.draft.new_person().play("author", who.start, who.end)
        self.draft.author = person
        if who.handle:
            person.play(f"account @{self.text[who.start : who.end].lstrip('@')}", who.start, who.end)
        mails = [code for code in own if code.kind == "EMAIL_ADDRESS"]
        if who.name:
            name = _full_name(who.name, mails)
            call(person, name, who.start, who.end, 4 if who.handle else 5, "header")
        elif mails:
            name = mail_name(mails[0].value.partition("@")[0])
            if sex_of(name):
                call(person, name, mails[0].start, mails[0].end, 4, "mail address")
        return person

    def _status(self, person: PersonDraft, family: Family) -> None:
        _learn(person, "RELATIONSHIP", family.status)
        if family.sex:
            person.facts = [fact for fact in person.facts if fact.tag != "SEX"]
            _learn(person, "SEX", family.sex)

    def _home(self, person: PersonDraft, own: list[Code]) -> None:
        words = text_place(self.cues)
        told = max(own, key=lambda code: len(code_place(code)), default=None)
        place = code_place(told) if told else ()
        hint = place[-1] if place else words[0][-1] if words else None
        value = self.text[slice(*self.header.place)] if self.header.place else ""
        levels = header_place(value, hint) if value and value[0] not in "[*" else ()
        if self.header.place and levels:
            person.learn("LOCATION", " / ".join(levels), 5, *self.header.place, "header")
            if len(levels) > 1:
                person.learn("NATIONALITY", levels[-1], 3, *self.header.place, "residence")
        elif told is not None and place:
            self._lives(person, place, told.start, told.end, "own code")
        elif words is not None:
            self._lives(person, *words, "local word")

    def _lives(self, person: PersonDraft, place: tuple[str, ...], start: int, end: int, cue: str) -> None:
        person.learn("LOCATION", " / ".join(place), 3, start, end, cue)
        person.learn("NATIONALITY", place[-1], 3, start, end, cue)

    # -- codes

    def _owner(self, code: Code) -> str:
        """Tell whose a code is, by the form of the post and by the words around it."""
        mail = code.kind == "EMAIL_ADDRESS"
        if self.who is None:
            return "other"
        if code.start < self.header.body or (self.header.body and (mail or code.kind == "PHONE_NUMBER")):
            return "author"
        owner = code_owner(self.text, code)
        if owner != "other" or not mail:
            return owner
        only = sum(other.kind == code.kind for other in self.cues.codes) == 1
        if only and not self.who.name and not pattern("posts.about_machines").search(self.text):
            return "author"
        work = pattern("posts.work_mail").search(self.text, max(0, code.start - 40), code.start) is not None
        return "author" if spells(code.value, self.who.name, work) else owner

    def _code(self, person: PersonDraft, code: Code, cue: str) -> None:
        person.see(code.start, code.end).learn(code.kind, code.value, 5, code.start, code.end, "own code")
        self.draft.mark(code.start, code.end, "CODE", direct=True, person=person)
        firm = domain_name(code.value.rpartition("@")[2]) if code.kind == "EMAIL_ADDRESS" else None
        if firm and person.knows("AFFILIATION") is None:
            person.learn("AFFILIATION", firm, 3, code.start, code.end, "mail domain")
        if cue == "code" and code_place(code) and person.knows("LOCATION") is None:
            self._lives(person, code_place(code), code.start, code.end, cue)

    def _records(self, rest: list[Code]) -> None:
        """Make one person of the codes in records that are not the author's."""
        person: PersonDraft | None = None
        for code in sorted(rest, key=lambda code: code.kind != "EMAIL_ADDRESS"):
            if code.kind == "EMAIL_ADDRESS":
                person = self._mail_owner(code)
            person = person or self._in_record(code.start, code.end, CODE_TAGS[code.kind])
            self._code(person, code, "code")

    def _in_record(self, start: int, end: int, label: str) -> PersonDraft:
        """Add the owner of a code by what they are to those who keep the record, such as ``patient``."""
        near = self.text[max(0, start - 120) : start], self.text[end : end + 80], self.text
        role = next((word for word in map(record_word, near) if word not in {None, "individual"}), "individual")
        return self.draft.new_person().play(f"{role} with {label}", start, end)

    def _mail_owner(self, code: Code) -> PersonDraft:
        name = mail_name(code.value.partition("@")[0])
        person = (self._named(name) if name else None) or self.draft.new_person()
        person.play("owner of the mail address", code.start, code.end)
        if name and not person.names:
            call(person, name, code.start, code.end, 4, "mail address")
        return person

    # -- the others

    def _named(self, name: str) -> PersonDraft | None:
        wanted = name_words(name)
        for person in self.draft.people:
            for have in map(name_words, person.names):
                if have == wanted or (min(len(have), len(wanted)) == 1 and have & wanted):
                    return person
        return None

    def _relative(self, relative: Relative, family: Family) -> None:
        where = (relative.start, relative.end)
        person = self._named(relative.name) if relative.name else None
        person = person if person and person is not self.author else self.draft.new_person()
        person.play(relative.role, *where)
        if relative.name:
            if self.text[relative.start] == "@":
                person.play(self.text[slice(*where)], *where)
            person.call(relative.name, *where).learn("NAME", relative.name, 5, *where, "named beside")
        if relative.sex:
            person.learn("SEX", relative.sex, max(relative.sure, 1), *where, "kin word")
        if relative.role in PARENTS:
            person.learn("RELATIONSHIP", "Married", 3, *where, "couple")
            return
        if relative.role in CHILDREN:
            age = self.author.knows("AGE") if self.author else None
            person.learn("OCCUPATION", "Unemployed", 3, *where, "child")
            person.learn("AGE", child_age(relative, age), 2, *where, "child")
        elif family.status:
            person.learn("RELATIONSHIP", family.status.value, 5, *where, "spouse")
            own = self.author.knows("SEX") if self.author else None
            if own and not relative.sex:
                person.learn("SEX", _OPPOSITE[own], 3, *where, "spouse")
            elif self.author and relative.sex and not own:
                self.author.learn("SEX", _OPPOSITE[relative.sex], 3, *where, "spouse")
        self._same_home(person)

    def _same_home(self, person: PersonDraft) -> None:
        for fact in self.author.facts if self.author else []:
            if fact.tag in {"LOCATION", "NATIONALITY"}:
                words = fact.evidence[0]
                person.learn(fact.tag, fact.value, 3, words.start, words.end, "household")


def _learn(person: PersonDraft, tag: str, told: ToldValue | None) -> None:
    if told is not None:
        person.learn(tag, told.value, told.sure, told.start, told.end, told.cue)


def _full_name(name: str, mails: list[Code]) -> str:
    """Complete a first name by the author's own mail address: Ronith and r.shukla@ is Ronith Shukla."""
    for code in mails if " " not in name else ():
        *initial, last = mail_name(code.value.partition("@")[0]).split() or [""]
        if len(initial) == 1 and len(initial[0].strip(".")) == 1 and fold(initial[0])[0] == fold(name)[0]:
            return f"{name} {last}" if fold(last) != fold(name) else f"{initial[0]} {last}"
        if not initial and is_surname(last) and given_name(name) and not given_name(last, 0.3):
            return f"{name} {last}"
    return name


def fill_gaps(person: PersonDraft, cues: Cues, spans: list[tuple[int, int]]) -> None:
    """Add guesses about tags nothing is known of, from what a person says in some spans of the text."""
    for tag, found in author_guesses(cues.text, cues.reference, cues.places, spans).items():
        best = found[0]
        if best.cue == "prior" or best.certainty < _LEAST or tag not in _GUESSED or person.knows(tag) is not None:
            continue
        certainty = min(best.certainty, _MOST)
        person.learn(tag, best.value, certainty, best.start, best.end, best.cue)
        if tag == "LOCATION" and person.knows("NATIONALITY") is None:
            person.learn("NATIONALITY", best.value.rpartition(" / ")[2], certainty, best.start, best.end, best.cue)
