"""Who is there: everybody named, the kin and roles spoken of without a name, and whom pronouns mean."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.reading.languages._gather import TextSight
from gyges.reading.languages._words import Described, word_before
from gyges.reading.lexicon._load import words as word_set
from gyges.reading.lexicon._names import Kin
from gyges.reading.masks._find import Mask
from gyges.reading.masks._people import masked_people
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot, name_people
from gyges.reading.people._voices import Voices

_BESIDE = re.compile(r"(?:\s\(|,\s|:\s{1,2}|\s)")
_SIGNS = re.compile(r"(?:[\ue000-\uf8ff]+\s)*(?=[\ue000-\uf8ff])")
_MAIN = word_set("main") | {"defendant", "accused"}
_SEX_OF = {"male": "Male", "female": "Female"}  # of a pronoun; other kinds, such as "any", tell none
_ADULTS = {"husband": "man", "wife": "woman"}  # what a word for kin is that is nobody's
_UNDERSIGNED = "undersigned"
_ADJECTIVES = 2  # between an article and its noun
_FEWEST_I = 2  # words of the first person from which on somebody tells
_REACH_NEWS = 200  # code points from "ein Landwirt" to the name that follows
_LOOKED_BACK = 12  # mentions in which the one meant is sought


class PeopleOfText:
    """The people of a text in the making; `spots` says where each is spoken of."""

    def __init__(self, draft: Draft, sight: TextSight, masks: Sequence[Mask] = ()) -> None:
        self.draft, self.sight = draft, sight
        self.text = sight.cues.text
        named = name_people(draft, sight.cues)
        masked = masked_people(draft, sight.cues, masks)
        self.spots: list[Spot] = [*named, *masked]
        self._named = sorted(self.spots, key=lambda spot: spot.start)
        self._by_start = {spot.start: spot.person for spot in self.spots}
        self._title_starts = {named.start: self._by_start.get(named.span.start) for named in sight.named}
        self._ends = {named.start: named.span.end for named in sight.named}
        self._title_starts |= {spot.start: spot.person for spot in masked}
        self._name_ends = {named.span.end: self._by_start.get(named.span.start) for named in sight.named}
        self._name_ends |= {spot.end: spot.person for spot in masked}
        self._told = {  # those of whom a title or a word beside their name says what they are
            id(person)
            for named in sight.named
            if (person := self._by_start.get(named.span.start)) and any(one.occupation for one in named.span.titles)
        }
        self._quoted = Spans((quote.start, quote.end) for quote in sight.cues.layout.quotes)
        self._nouns = {word.start for word in sight.described if word.kind in {"role", "job"}}
        self._known: dict[tuple[str, str], PersonDraft] = {}
        self.addressee = self._greeted()
        self.voices = Voices(self._author(), ())
        self.voices.addressee = self.addressee
        draft.author = self.voices.author
        draft.main = self._filed()

    def follow(self) -> list[Spot]:
        """Walk through the text and say of every word for a person whom it means; return all spots in order."""
        words = [word for word in self.sight.described if word.kind in {"kin", "role", "job"}]
        steps: list[tuple[int, int, str | Described]] = [(word.start, word.end, word) for word in words]
        steps += self._pronouns()
        steps += self._aged()
        named, self.spots = self._named, []
        at = 0
        for start, end, step in sorted(steps, key=lambda item: item[0]):
            while at < len(named) and named[at].start <= start:
                self.spots.append(named[at])
                at += 1
            if isinstance(step, str):
                self._mean(start, end, step)
            else:
                self._describe(step)
        self.spots = sorted([*self.spots, *named[at:]], key=lambda spot: (spot.start, -spot.end))
        return self.spots

    def at(self, start: int) -> PersonDraft | None:
        """Return whose name starts at a position."""
        return self._by_start.get(start)

    def after(self, position: int) -> PersonDraft | None:
        """Return the one spoken of next."""
        return next((spot.person for spot in self._between(position, len(self.text) + 1)), None)

    def head(self, end: int) -> PersonDraft | None:
        """Return the one whose word follows: the man of "a 20-year-old man", past other words that describe him."""
        if self.text[end : end + 1] != " ":
            return None
        past = _SIGNS.match(self.sight.shadow.text, end + 1)
        starts = {end + 1, past.end() if past else end + 1}
        near = self._between(end + 1, max(starts) + 1)
        return next((spot.person for spot in near if spot.start in starts and spot.kind in {"kin", "role"}), None)

    def near(self, start: int, end: int, sex: str = "") -> PersonDraft | None:
        """Return the last one spoken of before some words in their sentence, else the next one after them in it.

        With a sex, only one who is or may be of it.
        """
        index = bisect_right(self.sight.cues.sentences, start, key=lambda one: one.start) - 1
        if index < 0 or start >= self.sight.cues.sentences[index].end:
            return None
        here = self._between(*self.sight.cues.sentences[index])
        here = [spot for spot in here if not sex or spot.person.knows("SEX") in {None, sex}]
        before = [spot for spot in here if spot.end <= start and not spot.owns]
        after = [spot for spot in here if spot.start >= end and not spot.owns]
        return before[-1].person if before else after[0].person if after else None

    def _between(self, low: int, high: int) -> list[Spot]:
        """Return who is spoken of between two positions."""
        first = bisect_left(self.spots, low, key=lambda spot: spot.start)
        return self.spots[first : bisect_left(self.spots, high, lo=first, key=lambda spot: spot.start)]

    def beside(self, start: int, end: int) -> PersonDraft | None:
        """Return the one whose name stands right after or right before some words, parted by a comma at most."""
        told = self.is_predicate(start)
        for rule in (_BESIDE, *(rule.pattern for rule in self.sight.language.rules["people.links"])):
            link = rule.match(self.sight.shadow.text, end)
            if link is None or (told and "," in link[0] and self._acts(link.end())):
                continue  # "Petra ist Lehrerin, Uwe ist Arzt"
            if person := self._title_starts.get(link.end()):
                return person
        for size in (1, 2):
            gap = self.text[start - size : start]
            if gap in {", ", " ("} and (person := self._name_ends.get(start - size)):
                return person
        return None

    def is_predicate(self, start: int) -> bool:
        """Tell whether a verb such as "is" stands before a word, with an article between them at most."""
        words = self.sight.language.words
        head = [part.lower() for part in self.text[max(0, start - 40) : start].split()[-2:]]
        if head and head[-1] in (*words("people", "articles"), *words("people", "negations")):
            head.pop()
        return bool(head) and head[-1] in words("people", "is")

    def subject(self, start: int) -> PersonDraft | None:
        """Return of whom a predicate tells: the last one spoken of before it in its sentence."""
        if not self.is_predicate(start):
            return None
        sentence = bisect_right(self.sight.cues.sentences, start, key=lambda one: one.start) - 1
        low = self.sight.cues.sentences[sentence].start if sentence >= 0 else 0
        before = [spot for spot in self._between(low, start) if spot.end <= start and not spot.owns]
        return before[-1].person if before else None

    def _acts(self, start: int) -> bool:
        """Tell whether a verb follows the name that begins at a position."""
        end = self._ends.get(start, start)
        acts = self.sight.language.rules["names.acts"]
        return self.text[end : end + 1] == " " and any(rule.pattern.match(self.text, end + 1) for rule in acts)

    def is_denied(self, start: int) -> bool:
        """Tell whether it is said that somebody is not what a word says: "ist kein Arzt", "no es médico"."""
        head = " ".join(self.text[max(0, start - 30) : start].lower().split())
        denied = self.sight.language.words("people", "negations")
        return any(head == phrase or head.endswith(f" {phrase}") for phrase in denied)

    def _author(self) -> PersonDraft | None:
        """Return who says "I": whoever signs, else the account a post is of, else somebody without a name."""
        words = set(self.sight.language.words("pronouns", "i")) | set(self.sight.language.words("possessives", "i"))
        said = [token for token in self.sight.cues.tokens if token.lower in words and not self._is_quoted(token.start)]
        signed = self._signed()
        if len(said) < _FEWEST_I:
            return signed
        posts = [self._by_start.get(name.start) for name in self.sight.cues.names if name.kind == "handle"]
        author = signed or next(filter(None, posts), None)
        if author is None:
            author = self.draft.new_person()
            author.play("author", said[0].start, said[0].end)
        return author

    def _is_quoted(self, position: int) -> bool:
        """Tell whether somebody else speaks at a position, between quotation marks."""
        return self._quoted.meets(position, position + 1)

    def _signed(self) -> PersonDraft | None:
        closings = [end for _, _, _, end in self.sight.shadow.find(self.sight.language.rules["letters.closings"])]
        for closing in reversed(closings):
            for start, person in self._titled(closing, closing + 60):
                if "\n" in self.text[closing:start]:
                    return person
        return None

    def _greeted(self) -> PersonDraft | None:
        for _, match, _, _ in self.sight.shadow.find(self.sight.language.rules["letters.greetings"]):
            for _, person in self._titled(match.start(), match.end() + 2):
                return person
        return None

    def _titled(self, low: int, high: int) -> Iterator[tuple[int, PersonDraft]]:
        """Yield those whose name, with its titles, begins between two positions."""
        for start in range(low, high + 1):
            if person := self._title_starts.get(start):
                yield start, person

    def _filed(self) -> PersonDraft | None:
        """Return whom a paper is about: the one right after a word such as patient, else the first one named."""
        for word in self.sight.described:
            if word.kind == "role" and word.value in _MAIN and (person := self.beside(word.start, word.end)):
                return person
        first = min(self.spots, key=lambda spot: spot.start, default=None)
        return first.person if first else None

    def _pronouns(self) -> list[tuple[int, int, str]]:
        """Return the pronouns with the voice or sex they stand for."""
        kinds: dict[str, str] = {}
        for section, mark in (("pronouns", ""), ("possessives", "s")):
            for kind, words in self.sight.language.settings.get(section, {}).items():
                for word in words:
                    kinds.setdefault(word, kind + mark)
        found = []
        for token in self.sight.cues.tokens:
            kind = kinds.get(token.text) or (kinds.get(token.lower) if token.text[1:] == token.lower[1:] else None)
            if kind is not None and not self.sight.shadow.covers(token.start, token.end):
                found.append((token.start, token.end, kind))
        return found

    def _aged(self) -> list[tuple[int, int, str]]:
        """Return the ages that stand for somebody, with the sex of their article: "der 83-Jährige"."""
        found = []
        for age in self.sight.cues.ages:
            sex = self.sight.language.sex_by_article(word_before(self.text, age.start), self.text[age.start : age.end])
            if sex and self.text[age.end : age.end + 2].strip()[:1].islower():
                found.append((age.start, age.end, f"aged {sex}"))
        return found

    def _mean(self, start: int, end: int, kind: str) -> None:
        owns, kind = kind.endswith("s"), kind.removesuffix("s")
        if kind in {"i", "you"}:
            person = self.voices.author if kind == "i" else self.addressee
            if self._is_quoted(start):
                person = self.last("") if kind == "i" else None
            if person is not None:
                self.spots.append(Spot(start, end, person, "voice" if kind == "i" else "you", owns))
            return
        person = self.last(_SEX_OF.get(kind.removeprefix("aged ").lower(), ""))
        if person is not None:
            self.spots.append(Spot(start, end, person, "role" if kind.startswith("aged ") else "pronoun", owns))

    def last(self, sex: str) -> PersonDraft | None:
        """Return the one last spoken of who may be of a sex; empty for any."""
        return next((one for one in self._back() if not sex or one.knows("SEX") in {sex, None}), None)

    def _describe(self, word: Described) -> None:
        person = self.beside(word.start, word.end)
        if person is not None:
            self._told.add(id(person))
        kin = word.more if isinstance(word.more, Kin) else None
        owner, owned = self._owner(word) if kin is not None else (None, False)
        if kin is not None and not owned and self._is_loose(word):
            if word.value not in _ADULTS or not self._introduces(word):
                return
            word, kin = replace(word, kind="role", value=_ADULTS[word.value], more=""), None
        if kin is not None and kin.plural:
            return
        if self._leads(word):
            return
        if kin is not None:
            person = person or self._child(word, owner, owned=owned) or self._unnamed(word, owner)
            if owner is not None and owner is not person and person.kin_of is None:
                person.kin_of = (kin.singular, owner)
            person.play(kin.singular, word.start, word.end)
        elif word.kind == "role" or person is not None or self._introduces(word):
            person = person or self._announced(word) or self._told_of(word) or self._unnamed(word, None)
            if word.kind == "role":
                person.play(word.value, word.start, word.end)
        else:
            return
        if word.sex:
            person.learn("SEX", word.sex, 5, word.start, word.end, f"{word.kind} word")
        if word.position:
            person.learn("POSITION", word.position, 4, word.start, word.end, f"{word.kind} word")
        self.spots.append(Spot(word.start, word.end, person, "kin" if kin else "role"))

    def _child(self, word: Described, owner: PersonDraft | None, *, owned: bool) -> PersonDraft | None:
        """Return who is said to be somebody's kin: Jonas of "Jonas ist der Sohn von Petra"."""
        person = self.subject(word.start) if owned else None
        fits = person is not None and person is not owner and person.knows("SEX") in {word.sex, None, ""}
        return person if fits else None

    def _introduces(self, word: Described) -> bool:
        """Tell whether a job stands for somebody: after an article that no verb or comma comes before."""
        settings = self.sight.language.settings.get("people", {})
        head = self.text[max(0, word.start - 60) : word.start].split()
        articles, copulas = settings.get("articles", ()), settings.get("copulas", ())
        for _ in range(_ADJECTIVES if self.sight.language.nouns_capitalised else 0):
            if head and head[-1].isalpha() and head[-1].islower() and head[-1] not in (*articles, *copulas):
                head.pop()
        if not head or head[-1].lower() not in articles:
            return False
        before = head[-2].lower() if len(head) > 1 else "."
        return before not in copulas and not before.endswith((",", "("))

    def _announced(self, word: Described) -> PersonDraft | None:
        """Return the one named for the first time soon after "ein Landwirt ...", as the news do."""
        head = word_before(self.text, word.start).lower()
        if head not in self.sight.language.words("people", "indefinite"):
            return None
        after = bisect_right(self._named, word.end, key=lambda spot: spot.start)
        for spot in self._named[after : after + 1]:
            if spot.start - word.end <= _REACH_NEWS:
                first = min(mention.start for mention in spot.person.mentions) >= spot.start
                same = spot.person.knows("SEX") in {word.sex, None}
                return spot.person if first and same else None
        return None

    def _first_of(self, sex: str, before: int) -> PersonDraft | None:
        """Return the first one named who may be of a sex and whom no other word describes: no judge is the accused."""
        for spot in self._named:
            if (
                spot.start < before
                and id(spot.person) not in self._told
                and (not sex or spot.person.knows("SEX") in {sex, None})
            ):
                return spot.person
        return None

    def _leads(self, word: Described) -> bool:
        """Tell whether a role only leads another word for the same person: "Señora apoderada"."""
        general = word.kind == "role" and word.value in self.sight.language.words("people", "anaphors")
        return general and word.end + 1 in self._nouns

    def _is_loose(self, word: Described) -> bool:
        """Tell whether a word is one for kin only after a possessive: "ein Mann" is nobody's husband."""
        return self.text[word.start : word.end] in self.sight.language.words("people", "loose")

    def _told_of(self, word: Described) -> PersonDraft | None:
        """Return the one named before whom a role tells of (", vecino de Gijón") or stands for ("la mujer")."""
        if word.kind != "role":
            return None
        if word.value == _UNDERSIGNED:
            return self.voices.author
        head = word_before(self.text, word.start).lower()
        if self._introduces(word) and head in self.sight.language.words("people", "definite"):
            again = word.value in self.sight.language.words("people", "anaphors") and word.sex
            return next((one for one in self._back() if one.knows("SEX") == word.sex), None) if again else None
        if head.endswith(",") or head in self.sight.language.words("people", "copulas"):
            person = self.near(word.start, word.end)
            return person if person and (not word.sex or person.knows("SEX") in {word.sex, None}) else None
        return None

    def _back(self) -> list[PersonDraft]:
        """Return those last spoken of, the last one first, without who writes and is written to."""
        spots = reversed(self.spots[-_LOOKED_BACK:])
        return [spot.person for spot in spots if spot.kind not in {"voice", "you"}]

    def _owner(self, word: Described) -> tuple[PersonDraft | None, bool]:
        """Return whose kin is spoken of, and whether a possessive says so; else of whom the text is about."""
        for link in self.sight.language.words("people", "of"):
            named = self._title_starts.get(word.end + len(link) + 2)
            if named is not None and self.text.startswith(f" {link} ", word.end):
                return named, True
        inside = self.text[word.start : word.end].split()[0]  # of a phrase with its possessive, "mi mujer"
        head = [*self.text[max(0, word.start - 40) : word.start].split()[-2:], inside]
        for part in reversed(head):
            for kind, words in self.sight.language.settings.get("possessives", {}).items():
                if part in words or (part[:1].isupper() and part.lower() in words and part not in words):
                    owner = {"i": self.voices.author, "you": self.addressee}
                    return (owner[kind] if kind in owner else self.last(_SEX_OF.get(kind, ""))), True
        return self.draft.main, False

    def _unnamed(self, word: Described, owner: PersonDraft | None) -> PersonDraft:
        """Return the one a word means who is not named beside it: known by it, main, or new."""
        if word.kind != "kin":
            for person in reversed(self.draft.people):
                fits = not word.sex or person.knows("SEX") in {word.sex, None}
                same = word.value in person.roles or word.value == person.knows("OCCUPATION")
                if same and fits:
                    return person
            if word.value in _MAIN and (main := self._first_of(word.sex, word.start)):
                return main
        key = (word.value, str(id(owner)) if owner else "")
        if key not in self._known:
            named = [p for p in self.draft.people if p.kin_of and p.kin_of[0] == word.value and p.kin_of[1] is owner]
            self._known[key] = named[0] if named else self.draft.new_person()
            if not named and word.kind == "job":
                self._known[key].play(word.value.lower(), word.start, word.end)
        return self._known[key]
