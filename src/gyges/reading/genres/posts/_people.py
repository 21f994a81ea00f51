"""The people of a post: its author, the family, whoever is named, and whoever owns the codes in it."""

import re
from dataclasses import replace

from gyges.reading._cues import Cues
from gyges.reading.genres.posts._codes import PostCode, find_post_codes, record_word
from gyges.reading.genres.posts._family import Family, Relative, child_age, read_family
from gyges.reading.genres.posts._gaps import fill_gaps
from gyges.reading.genres.posts._header import Author, Header, find_author, read_header
from gyges.reading.genres.posts._life import find_age, find_schooling
from gyges.reading.genres.posts._masks import masked_codes
from gyges.reading.genres.posts._names import (
    domain_name,
    given_name,
    handle_name,
    mail_name,
    sex_in_handle,
    sex_of,
    spells,
)
from gyges.reading.genres.posts._others import find_others
from gyges.reading.genres.posts._places import header_place, place_value, text_place
from gyges.reading.genres.posts._work import find_firm, find_job
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import is_surname
from gyges.reading.people._draft import Draft, PersonDraft

__all__ = ["PostReader"]


_SHORT = 320
"""Posts up to this length are read as such whatever their form."""


class PostReader:
    """One pass over one post."""

    def __init__(self, draft: Draft, cues: Cues) -> None:
        self.draft = draft
        self.cues = cues
        self.text = draft.text
        self.header: Header = read_header(self.text)
        self.who: Author | None = find_author(self.text, self.header)
        self.codes = find_post_codes(self.text, cues, self.header.body)
        self.author: PersonDraft | None = None
        self.own: list[PostCode] = []

    def read(self) -> None:
        """Read the post."""
        who = self.who
        self._settle_mails()
        self.own = [code for code in self.codes if code.owner == "author"]
        if who is not None:
            self.author = self._author(who)
        family = read_family(self.text, who.name if who else "", (who.start, who.end) if who else (0, 0))
        if self.author is not None:
            self._work(self.author)
            self._home(self.author)
            self._status(self.author, family)
            self._codes_of(self.author, self.own)
            fill_gaps(self.author, self.cues, [(self.header.body, len(self.text))])
        for relative in family.relatives:
            self._relative(relative, family)
        self._records()
        self._masked_records()
        known = [fold(name) for person in self.draft.people for name in person.names]
        alone = not family.relatives
        for start, end, role, name, job in find_others(self.text, self.header.body, known, alone):
            self._other(start, end, role, name, job)

    @property
    def formed(self) -> bool:
        """Whether the text has the form of a post: a header, or its author before a colon."""
        led = self.who is not None and self.text[self.who.end : self.who.end + 2].strip()[:1] == ":"
        return bool(self.header.body) or led or len(self.text) <= _SHORT

    # -- the author

    def _author(self, who: Author) -> PersonDraft:
        person = (self._named(who.name) if who.name else None) or self.draft.author or self.draft.with_role("author")
        person = person or self.draft.new_person()
        person.play("author", who.start, who.end)
        self.draft.author = person
        if who.handle:
            person.play(f"account @{self.text[who.start : who.end].lstrip('@')}", who.start, who.end)
        if who.name:
            name = self._full_name(who)
            person.call(name, who.start, who.end)
            person.learn("NAME", name, 4 if who.handle else 5, who.start, who.end, "header")
            told = sex_in_handle(self.text[who.start : who.end]) or sex_of(name)
            if told:
                person.learn("SEX", told[0], told[1], who.start, who.end, "first name")
        elif any(code.tag == "EMAIL_ADDRESS" for code in self.own):
            self._name_by_mail(person)
        return person

    def _name_by_mail(self, person: PersonDraft) -> None:
        code = next(code for code in self.own if code.tag == "EMAIL_ADDRESS")
        name = mail_name(code.value.partition("@")[0])
        told = sex_of(name) if name else None
        if name and told:
            person.call(name, code.start, code.end).learn("NAME", name, 4, code.start, code.end, "mail address")
            person.learn("SEX", told[0], told[1], code.start, code.end, "first name")

    def _full_name(self, who: Author) -> str:
        """Complete a first name by the author's own mail address: Ronith and r.shukla@ is Ronith Shukla."""
        name, words = who.name, who.name.split()
        for code in self.own:
            if code.tag != "EMAIL_ADDRESS":
                continue
            mail = mail_name(code.value.partition("@")[0]).split()
            if (
                len(words) == 1
                and len(mail) == 2
                and fold(mail[0])[0] == fold(words[0])[0]
                and len(mail[0].strip(".")) == 1
            ):
                return f"{words[0]} {mail[1]}" if fold(mail[1]) != fold(words[0]) else " ".join(mail)
            if (
                len(words) == 1
                and len(mail) == 1
                and is_surname(mail[0])
                and given_name(words[0])
                and not given_name(mail[0], 0.3)
            ):
                return f"{words[0]} {mail[0]}"
        return name

    def _settle_mails(self) -> None:
        """Give mail addresses that spell the author's name to the author."""
        if self.who is None:
            self.codes = [replace(code, owner="other") for code in self.codes]
            return
        if self.header.body:
            self.codes = [
                replace(code, owner="author") if code.tag in {"EMAIL_ADDRESS", "PHONE_NUMBER"} else code
                for code in self.codes
            ]
        elif self._is_contact():
            self.codes = [replace(code, owner="author") if code.tag == "EMAIL_ADDRESS" else code for code in self.codes]
        words = [fold(word).strip(".") for word in self.who.name.split()]
        settled = []
        for code in self.codes:
            if code.tag == "EMAIL_ADDRESS" and code.owner == "other":
                work = re.search(r"\bwork e?-?mail\b", self.text[max(0, code.start - 40) : code.start], re.IGNORECASE)
                code = replace(code, owner="author") if spells(code.value, words, bool(work)) else code
            settled.append(code)
        self.codes = settled

    def _is_contact(self) -> bool:
        """Tell whether the one mail address of a post by somebody unnamed is where to reach them."""
        mails = [code for code in self.codes if code.tag == "EMAIL_ADDRESS"]
        named = self.who is not None and self.who.name
        return len(mails) == 1 and not named and _MACHINE.search(self.text) is None

    def _status(self, person: PersonDraft, family: Family) -> None:
        if family.status:
            value, sure, start, end = family.status
            person.learn("RELATIONSHIP", value, sure, start, end, "family word")
        if family.sex:
            value, sure, start, end = family.sex
            person.facts = [fact for fact in person.facts if fact.tag != "SEX"]
            person.learn("SEX", value, sure, start, end, "family word")

    def _work(self, person: PersonDraft) -> None:
        firm = find_firm(self.text, self.header.body)
        if firm is not None:
            person.learn("AFFILIATION", firm.name, firm.sure, firm.start, firm.end, "firm")
        job = find_job(self.text, self.header.body, (self.who.start, self.who.end) if self.who else (0, 0))
        if job is not None:
            person.learn("OCCUPATION", job.name, job.sure, job.start, job.end, job.cue)
        schooling = find_schooling(self.text, job)
        if schooling is not None:
            person.learn("EDUCATION", schooling.name, schooling.sure, schooling.start, schooling.end, schooling.cue)
        age = find_age(self.text, self.cues)
        if age is not None:
            person.learn("AGE", age.name, age.sure, age.start, age.end, age.cue)

    def _home(self, person: PersonDraft) -> None:
        hint = next((code.place[-1] for code in self.own if code.place and code.place[-1]), None)
        words = text_place(self.text, self.cues)
        hint = hint or (words[0][-1] if words else None)
        labelled = self.header.get("place")
        if labelled is not None and labelled.value and not labelled.value.startswith(("[", "*")):
            levels = header_place(labelled.value, hint)
            if levels:
                person.learn("LOCATION", place_value(levels), 5, labelled.start, labelled.end, "header")
                if len(levels) > 1:
                    person.learn("NATIONALITY", levels[-1], 3, labelled.start, labelled.end, "residence")
                return
        best = max((code for code in self.own if code.place), key=lambda code: len(code.place), default=None)
        if best is not None:
            person.learn("LOCATION", place_value(best.place), 3, best.start, best.end, "own code")
            person.learn("NATIONALITY", best.place[-1], 3, best.start, best.end, "own code")
        elif words is not None:
            person.learn("LOCATION", place_value(words[0]), 3, words[1], words[2], "local word")
            person.learn("NATIONALITY", words[0][-1], 3, words[1], words[2], "local word")

    def _codes_of(self, person: PersonDraft, codes: list[PostCode]) -> None:
        for code in codes:
            person.see(code.start, code.end).learn(code.tag, code.value, 5, code.start, code.end, "own code")
            self.draft.mark(code.start, code.end, "CODE", direct=True, person=person)
            if code.tag == "EMAIL_ADDRESS" and person.knows("AFFILIATION") is None:
                firm = domain_name(code.value.rpartition("@")[2])
                if firm:
                    person.learn("AFFILIATION", firm, 3, code.start, code.end, "mail domain")

    # -- the others

    def _relative(self, relative: Relative, family: Family) -> None:
        person = self._named(relative.name) if relative.name else None
        if person is None or person is self.author:
            person = self.draft.new_person()
        person.play(relative.role, relative.start, relative.end)
        if relative.name:
            if self.text[relative.start] == "@":
                person.play(self.text[relative.start : relative.end], relative.start, relative.end)
            person.call(relative.name, relative.start, relative.end)
            person.learn("NAME", relative.name, 5, relative.start, relative.end, "named beside")
        if relative.sex:
            person.learn("SEX", relative.sex, max(relative.sure, 1), relative.start, relative.end, "kin word")
        where = (relative.start, relative.end)
        if relative.role in {"father", "mother", "relative"}:
            person.learn("RELATIONSHIP", "Married", 3, *where, "couple")
            return
        if relative.role in {"child", "son", "daughter", "baby"}:
            person.learn("OCCUPATION", "Unemployed", 3, *where, "child")
            person.learn(
                "AGE", child_age(relative, self.author.knows("AGE") if self.author else None), 2, *where, "child"
            )
        elif family.status and family.status[0] in {"Married", "In Relation"}:
            person.learn("RELATIONSHIP", family.status[0], 5, *where, "spouse")
            self._other_sex(person, relative)
        self._same_home(person)

    def _other_sex(self, person: PersonDraft, relative: Relative) -> None:
        own = self.author.knows("SEX") if self.author else None
        if own and not relative.sex:
            person.learn("SEX", "Female" if own == "Male" else "Male", 3, relative.start, relative.end, "spouse")

    def _same_home(self, person: PersonDraft) -> None:
        for fact in self.author.facts if self.author else []:
            if fact.tag in {"LOCATION", "NATIONALITY"}:
                words = fact.evidence[0]
                person.learn(fact.tag, fact.value, 3, words.start, words.end, "household")

    def _named(self, name: str) -> PersonDraft | None:
        wanted = {fold(word).strip(".") for word in name.split()}
        for person in self.draft.people:
            for other in person.names:
                have = {fold(word).strip(".") for word in (handle_name(other) if " " not in other else other).split()}
                if have == wanted or (min(len(have), len(wanted)) == 1 and have & wanted):
                    return person
        return None

    def _records(self) -> None:
        """Make one person of the codes in records that are not the author's."""
        rest = [code for code in self.codes if code.owner == "other"]
        mails = [code for code in rest if code.tag == "EMAIL_ADDRESS"]
        person: PersonDraft | None = None
        for code in mails:
            person = self._mail_owner(code)
        for code in rest:
            if code.tag == "EMAIL_ADDRESS":
                continue
            named = self._named_near(code)
            if named is None and person is None:
                person = self.draft.new_person()
                role = self._record_role(code)
                person.play(f"{role} with {_LABEL[code.tag]}", code.start, code.end)
            target = named or person
            if target is None:
                continue
            self._codes_of(target, [code])
            self._code_home(target, code)

    def _record_role(self, code: PostCode) -> str:
        """Return what the owner of a code in a record is to those who keep it, such as ``patient``."""
        before, after = self.text[max(0, code.start - 120) : code.start], self.text[code.end : code.end + 80]
        found = (record_word(before), record_word(after), record_word(self.text))
        return next((word for word in found if word not in {None, "individual"}), None) or "individual"

    def _masked_records(self) -> None:
        """Make somebody of a masked number in a record, unless a number that is left gave them already."""
        if any(code.owner == "other" for code in self.codes):
            return
        for label, start, end in masked_codes(self.text):
            role = self._record_role(PostCode(start, end, "", "", (), "other"))
            self.draft.new_person().play(f"{role} with {label}", start, end)
            return

    def _code_home(self, person: PersonDraft, code: PostCode) -> None:
        if code.place and person.knows("LOCATION") is None:
            person.learn("LOCATION", place_value(code.place), 3, code.start, code.end, "code")
            person.learn("NATIONALITY", code.place[-1], 3, code.start, code.end, "code")

    def _mail_owner(self, code: PostCode) -> PersonDraft:
        name = mail_name(code.value.partition("@")[0])
        person = (self._named(name) if name else None) or self.draft.new_person()
        person.play("owner of the mail address", code.start, code.end)
        if name and not person.names:
            person.call(name, code.start, code.end)
            person.learn("NAME", name, 4, code.start, code.end, "mail address")
            told = sex_of(name)
            if told:
                person.learn("SEX", told[0], told[1], code.start, code.end, "first name")
        self._codes_of(person, [code])
        self._code_home(person, code)
        return person

    def _named_near(self, code: PostCode) -> PersonDraft | None:
        """Return somebody named just before a code: "User: Ana Roe - ID A1234567"."""
        head = self.text[max(0, code.start - 40) : code.start]
        match = re.search(
            r"\b([A-Z][a-z]+(?: [A-Z][\w'’-]+)+)\s?[-–(,:]*\s?(?:ID|id|no\.?|number|passport|DL)?[\s:#]*$", head
        )
        if match is None or sex_of(match[1]) is None:
            return None
        start = code.start - len(head) + match.start(1)
        person = self._named(match[1]) or self.draft.new_person()
        person.call(match[1], start, start + len(match[1])).play("user", start, start + len(match[1]))
        person.learn("NAME", match[1], 5, start, start + len(match[1]), "named beside")
        told = sex_of(match[1])
        if told:
            person.learn("SEX", told[0], told[1], start, start + len(match[1]), "first name")
        return person

    def _other(self, start: int, end: int, role: str, name: str, job: str) -> None:
        person = self.draft.new_person().play(role, start, end)
        if name:
            if role == "tagged account":
                person.play(self.text[start:end], start, end)
            person.call(name, start, end).learn("NAME", name, 5, start, end, "named")
            told = sex_of(name)
            if told:
                person.learn("SEX", told[0], told[1], start, end, "first name")
            if role == "companion":
                self._same_home(person)
        if job:
            person.learn("OCCUPATION", job, 4, start, end, "role word")


_MACHINE = re.compile(
    r"\b(?:errors?|logs?|logged|system|data|database|server|debug\w*|software|module|e?mail ping)\b", re.IGNORECASE
)
_LABEL = {
    "IDENTIFICATION_NUMBER": "id number", "DRIVER_LICENSE_NUMBER": "driver's license", "PHONE_NUMBER": "phone number",
    "PASSPORT_NUMBER": "passport number", "EMAIL_ADDRESS": "mail address",
}  # fmt: skip
