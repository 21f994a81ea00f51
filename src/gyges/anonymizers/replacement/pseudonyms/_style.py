"""``pseudonyms``: invented names for people who certainly are, letters for other names, invented codes; events stay."""

import re
from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import replace

from gyges._secret import Secret
from gyges.anonymizers.replacement._certain_codes import is_code
from gyges.anonymizers.replacement._entities import entities
from gyges.anonymizers.replacement._nobody import follows_a_brand, is_public, names_nobody
from gyges.anonymizers.replacement._parted import is_speaker, parted
from gyges.anonymizers.replacement._person_names import is_handle, name_words, title_before
from gyges.anonymizers.replacement._replacement import SpansToReplace
from gyges.anonymizers.replacement._sure import is_organisation, named_spans
from gyges.anonymizers.replacement._word_kinds import is_known_place, is_word, kept_words
from gyges.anonymizers.replacement.pseudonyms._atlas import Atlas
from gyges.anonymizers.replacement.pseudonyms._bearer import Called
from gyges.anonymizers.replacement.pseudonyms._births import Births
from gyges.anonymizers.replacement.pseudonyms._calls import Calls
from gyges.anonymizers.replacement.pseudonyms._cast import InventedNames
from gyges.anonymizers.replacement.pseudonyms._codes import has_invented_form, invented_code
from gyges.anonymizers.replacement.pseudonyms._firms import Firms
from gyges.anonymizers.replacement.pseudonyms._letters import DocumentLetters
from gyges.anonymizers.replacement.pseudonyms._name_writing import InventedName, in_case_of
from gyges.anonymizers.replacement.pseudonyms._no_place import is_no_place
from gyges.anonymizers.replacement.pseudonyms._setting import Setting
from gyges.anonymizers.replacement.pseudonyms._spoken_of import is_spoken_of
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.reading import ReadMention
from gyges.reading.english import article_for
from gyges.reading.lookups import fold, is_surname
from gyges.records import Edit

_ARTICLE = re.compile(r"(?<![\w'’-])(?:an?|the)\s$", re.IGNORECASE)
_NAME = re.compile(r"(?<![\w@.-])[^\W\d_a-z][^\W\d_]{3,}(?:-[^\W\d_]+)?(?![\w@-])")
_TITLES = "Mrs?|Ms|Miss|Dr|Eng|Prof|Sgt|Frau|Herr|Mme|Mlle|M|Sra?|Sig|Señora?|Madame|Monsieur|Fru|Pani?"
_MAIL = re.compile(r"(?<![^\s@<>()])[^\s@<>()]++@[^\s@<>()]+")
_YEAR_APART = re.compile(r"(?<=[/-])20[0-3]\d(?!\w)|(?<!\d)20[0-3]\d(?=[/-])")
_IS_SIGN = re.compile(r"\s?=")
_CUT_SHORT = re.compile(r"[A-Z][a-z]{1,3}\.\s?\d")  # "Bal. 2,180"
_INITIALLED = re.compile(
    r"(?:[A-Z]\.\s?)+(?!(?:Sc|Ed|Com|Tech|Phil|Eng|Mus|Th|Med|Des)\b)(?P<name>[A-Z][^\W\d_A-Z]+)"
)  # no "B. Ed"
_ITEM = re.compile(r"(?m)^[ \t]*[A-Z]\.\s")
_ONE = re.compile(r"[A-Z]{1,3}\.[A-Z]{1,3}\.")
_ADDRESSED_SO = re.compile(
    r"(?:Mr|Mrs|Ms|Madam|Madame)\.?\s(?:Mayor|President|Chairman|Speaker|Judge|Secretary|Minister|Ambassador|Registrar)"
)
_CUT_NAME = re.compile(rf"(?:{_TITLES})\.? (?P<name>[A-Z][a-z])")
_GOES_ON = re.compile(r"\.\s?[a-z,;]")
_ROYAL_BEFORE = re.compile(r"\b(?:Duke|Duchess|Prince|Princess|Earl|Order|Feast)\sof\s$")  # "Duke of Ed", an award
_NOTE_BEFORE = re.compile(r"\b(?:the|an?|in|middle)\s$")  # "waiting for the G"
_SCORE_AFTER = re.compile(r"\s\d{1,3}/\d{1,3}(?!\d|/)")  # "MoCA 27/30"
_NICKNAMED = re.compile(r"\s\((?P<name>[A-Z][a-z]{2,})\)")  # "Kerrie Archer (Kezza)"
_ALIKE = 2  # letters that a nickname has in common with the name
_STEM = 3  # letters a short form has in common with its name


class Pseudonyms:
    """Invents people and codes by a key; other names that may identify somebody become letters, all else stays.

    Args:
        secret: What everything is drawn from.
    """

    name = "pseudonyms"

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def edits(self, scene: SpansToReplace) -> list[Edit]:
        """Return invented words for the spans that have some, and for what would contradict them elsewhere."""
        scene = replace(scene, mentions=parted(scene.text, scene.mentions))
        inventor = _Inventor(self._secret, scene)
        made: list[Edit] = []
        for mention, entity in zip(scene.mentions, inventor.entities, strict=True):
            words = inventor.words(mention, entity)
            if words is not None and words != scene.words(mention):
                edit = Edit(mention.start, mention.end, words, mention.type, mention.direct, mention.person or "")
                made.append(_with_its_article(scene.text, edit, made[-1].end if made else 0))
        settled_spans = [one for one in scene.mentions if one.type not in {"PERSON", "MISC", "ORG"}]  # "the Tohills"
        covered = [(one.start, one.end) for one in settled_spans] + [(one.start, one.end) for one in made]
        made += _apart(inventor.echoes(), covered)
        ordered = _joined(scene, sorted(made, key=lambda edit: edit.start))
        return [_stopped(scene.text, edit) for edit in ordered]


def _apart(edits: Iterator[Edit], covered: list[tuple[int, int]]) -> Iterator[Edit]:
    """Yield the edits that touch nothing covered, nor one another."""
    places = sorted(covered)
    for edit in edits:
        at = bisect_left(places, (edit.end, 0))
        if all(end <= edit.start for _, end in places[max(0, at - 2) : at]):
            yield edit
            insort(places, (edit.start, edit.end))


def _stopped(text: str, edit: Edit) -> Edit:
    """Return an edit without the stop of a letter where the text goes on with one."""
    edit = replace(edit, text=edit.text.removesuffix(".")) if edit.text.endswith("..") else edit
    lettered = re.search(r"(?<!\w)[A-Z]+\.$", edit.text) is not None
    return replace(edit, text=edit.text[:-1]) if lettered and text[edit.end : edit.end + 1] == "." else edit


def _joined(scene: SpansToReplace, edits: list[Edit]) -> list[Edit]:
    """Return edits in which what may be nobody, right after a place, belongs to it: one place, one letter."""
    made: list[Edit] = []
    for edit in edits:
        last = made[-1] if made else None
        beside = last is not None and scene.text[last.end : edit.start] == " " and last.type == "LOC"
        if last is not None and beside and edit.start in scene.doubtful and _ONE.fullmatch(last.text + edit.text):
            edit = replace(edit, start=last.end, text="")  # "Tzomet HaMovil"
        made.append(edit)
    return made


def _with_its_article(text: str, edit: Edit, floor: int) -> Edit:
    """Return an edit that takes in the article before it where the invented words want another one."""
    found = _ARTICLE.search(text[max(floor, edit.start - 5) : edit.start])
    if found is None or edit.type == "PERSON":
        return edit
    article = found[0].strip()
    if article.lower() == "the":
        return replace(edit, text=edit.text.removeprefix("the "))
    wanted = article_for(edit.text)
    wanted = wanted.capitalize() if article[0].isupper() else wanted
    if wanted == article:
        return edit
    return replace(edit, start=edit.start - len(found[0]), text=f"{wanted} {edit.text}")


class _Inventor:
    """What is invented for one document."""

    def __init__(self, secret: Secret, scene: SpansToReplace) -> None:
        self.entities = entities(scene)
        self._secret, self._scene = secret, scene
        self._calls = Calls(scene)
        self._taken = Taken(scene.text)
        self._letters = DocumentLetters(secret, scene.text)
        self._cast = InventedNames(secret, self._taken, self._letters, Setting(scene.text))
        self._atlas = Atlas(secret, self._letters)
        self._firms = Firms(secret, scene.text, self._taken, self._atlas, self._cast, self._letters)
        self._births = Births(secret, scene.text)
        self._named = named_spans(scene, self.entities)
        self._places = {
            scene.words(one) for one in scene.mentions if one.type == "LOC" and not is_no_place(scene.text, one)
        }  # a place is one everywhere
        self._known: dict[tuple[str, str], str | None] = {}
        self._lettered: dict[str, str] = {}
        self._meet_people()

    def _meet_people(self) -> None:
        """Invent names for those who certainly are people; a name that the text speaks of has a letter."""
        calls: dict[str, list[Called]] = {}
        sure: set[str] = set()
        for mention, entity in zip(self._scene.mentions, self.entities, strict=True):
            cut = _CUT_NAME.fullmatch(self._scene.words(mention)) and _GOES_ON.match(self._scene.text, mention.end)
            if mention.start in self._named and not cut and not self._is_defined(mention):
                call = self._calls.of(mention)
                if call not in calls.setdefault(entity, []):
                    calls[entity].append(call)
                says = self._scene.text[mention.end : mention.end + 1] == ":"
                public = is_public(call.name) and not call.title and not says  # "May" by itself
                if mention.start not in self._scene.doubtful and not _is_bare_account(call.name) and not public:
                    sure.add(entity)
        names = {entity: words for entity, called in calls.items() if (words := _words_of(called))}
        self._cast.meet(
            {
                entity: called
                for entity, called in calls.items()
                if entity in sure
                and not is_spoken_of(self._scene.text, names.get(entity, []))
                and not _is_short_form(entity, names)
            }
        )
        self._letters.leave_alone({new[0].upper() for _, new in self._cast.words()})

    def words(self, mention: ReadMention, entity: str) -> str | None:
        """Return the invented words for a span, None if it stays."""
        words = self._scene.words(mention)
        if mention.type == "PERSON":
            return self._person(mention, entity, words)
        if mention.type == "CODE" and not is_code(self._scene.text, mention.start, mention.end):
            return self._births.moved(words)
        told = {words.lower(), *words.lower().split()}
        feast = bool(told & kept_words("feast_words")) or words.lower() in kept_words("feasts")
        if feast or (mention.type == "LOC" and words not in self._places):
            return None
        key = (mention.type, words)
        if key not in self._known:
            kin_type = {"LOC": "ORG", "ORG": "LOC"}.get(mention.type, "")  # a lodge is a house and a firm
            self._known[key] = self._known.get((kin_type, words)) or self._invented(words, mention)
        return self._known[key]

    def _person(self, mention: ReadMention, entity: str, words: str) -> str | None:
        name = self._cast.of(entity)
        before = self._scene.text[max(0, mention.start - 14) : mention.start]
        single = len(words.strip(".")) == 1
        if single and (name is None or not name.is_worded or _NOTE_BEFORE.search(before)):
            return None  # "annex A"
        if cut := self._cut_short(mention, words):
            return cut
        if (
            _ADDRESSED_SO.fullmatch(words)
            or _ROYAL_BEFORE.search(before)
            or _SCORE_AFTER.match(self._scene.text, mention.end)
        ):
            return None
        titled = bool(title_before(self._scene.text, mention.start))
        if name is not None and (mention.start in self._named or not names_nobody(words)):
            if is_speaker(self._scene.text, words):
                return self._initials(words, name)
            return name.write(self._calls.of(mention))
        if is_organisation(words):
            return self._firms.other(words)
        initialled = self._has_initial(mention)
        certain = titled or initialled or (mention.start in self._named and mention.start not in self._scene.doubtful)
        nobody = names_nobody(words, used=mention.start in self._named)
        says = mention.start in self._named and self._scene.text[mention.end : mention.end + 1] == ":"
        if not says and ((nobody and not certain) or (is_public(words) and not titled)):
            return None
        if self._is_defined(mention):
            return None
        if family := self._cast.family_of(words, titled=titled):  # "the Tohills", "Lady Achterberg"
            return family
        if follows_a_brand(self._scene.text, mention.start) or _CUT_SHORT.match(self._scene.text, mention.start):
            return None
        if is_handle(words) and words.startswith(("@", "u/")):
            return self._cast.stranger(words)
        if not any(word.kind == "name" for word in name_words(words)):
            return None
        self._lettered[words] = self._letters.of_person(words, entity)
        return self._lettered[words]

    def _has_initial(self, mention: ReadMention) -> bool:
        """Tell whether a span is a last name after letters, "T. Tan"; an item of a list, "B. Walk", is none."""
        found = _INITIALLED.fullmatch(self._scene.words(mention))
        if found is None or not is_word(found["name"].lower()):
            return found is not None
        items = [match.end() for match in _ITEM.finditer(self._scene.text)]
        listed = len(items) > 1 and mention.start + found.start("name") in items
        return is_surname(found["name"]) and not listed

    def _is_defined(self, mention: ReadMention) -> bool:
        """Tell whether a span is a term that the text explains, "PAREJA = love partner", and no "Anna = my wife"."""
        words = self._scene.words(mention)
        if not _IS_SIGN.match(self._scene.text, mention.end):
            return False
        return words.isupper() or not any(word.kind == "name" for word in name_words(words)) or is_word(words.lower())

    def _cut_short(self, mention: ReadMention, words: str) -> str:
        """Return the letter of an invented last name where the real one is cut short: "Mrs Sz. wasn't angry"."""
        short = _CUT_NAME.fullmatch(words)
        if short is None or not _GOES_ON.match(self._scene.text, mention.end):
            return ""
        begun = {new[0] for real, new in self._cast.families() if real.startswith(fold(short["name"]))}
        return words[: short.start("name")] + min(begun) if len(begun) == 1 else ""

    def _initials(self, letters: str, own: InventedName) -> str:
        """Return letters for those that stand for somebody: of the invented name of the one who has them, or any."""
        known = [new.upper() for real, new in self._cast.initials() if real == letters]
        first, last = own.given[0].upper(), own.family[0].upper()
        second = "".join(own.middle.values())[:1].upper()
        whole = own.bearer.family[:1].upper() == letters[-1]
        inner = [first + second] if second and not whole else []  # "NA" is Nur Aisyah binte Kamsani
        drawn = [*(known if len(known) == 1 else []), *inner, first + last, last + first, own.given[:2].upper()]
        return next((new for new in drawn if new != letters), f"{first}{last}{first}")

    def _invented(self, words: str, mention: ReadMention) -> str | None:
        if mention.type == "CODE":
            return self._births.moved(words) or self._code(words)
        led = words.lstrip().partition(" ")[0].lower() in kept_words("honorifics")
        if mention.type == "LOC" and led and not is_known_place(words):  # no "Umm Qais"
            return self._letters.of_person(words, fold(words))  # "Maman Affoué"
        if mention.type == "LOC":
            return self._without_mail(self._atlas.other(words, exact=mention.direct), words)
        if mention.type == "ORG":
            return self._without_mail(self._firms.other(words), words)
        return self._births.moved(words) if mention.type in {"DATETIME", "DEM"} else None

    def _code(self, words: str) -> str | None:
        """Return another code; a year that stands apart in it, "417/08/2025", stays."""
        if not has_invented_form(words):
            return None
        made = self._taken.first_free(words, lambda attempt: invented_code(words, self._secret, self._cast, attempt))
        if made is None or "@" in words or ":" in words:
            return made
        signs = list(self._births.in_number(words, made))
        for match in _YEAR_APART.finditer(words):
            signs[match.start() : match.end()] = match[0]
        return "".join(signs)

    def _without_mail(self, made: str | None, words: str) -> str | None:
        """Return words without the mail addresses that stand among them."""
        if "@" not in words:
            return made
        return _MAIL.sub(lambda match: invented_code(match[0], self._secret, self._cast, "0"), made or words)

    def _initialled(self, text: str) -> Iterator[Edit]:
        """Yield edits for letters that stand for somebody: "BK:" before what he says, "Ms. T."."""
        letters = list(self._cast.initials())
        firsts = [(real[0].upper(), other[0].upper()) for real, other in self._cast.families()]
        for real, new in firsts:
            if sum(one == real for one, _ in firsts) == 1:
                for match in re.finditer(rf"(?m)^{real}(?=:\s)", text):
                    yield Edit(match.start(), match.end(), new, "PERSON")
        for real, new in letters:
            if sum(other == real for other, _ in letters) == 1:
                for match in re.finditer(rf"(?<![\w.]){real[0]}\.(\s?){real[1]}\.", text):
                    yield Edit(match.start(), match.end(), f"{new[0]}.{match[1]}{new[1]}.".upper(), "PERSON")
                for match in re.finditer(rf"(?m)^{real}(?=:)|(?<=\(){real}(?=\))", text):
                    yield Edit(match.start(), match.end(), new.upper(), "PERSON")
            if sum(other[1] == real[1] for other, _ in letters) == 1:
                for match in re.finditer(rf"\b(?:{_TITLES})\.? ({real[1]})(?=\.)", text):
                    yield Edit(match.start(1), match.end(1), new[1], "PERSON")

    def echoes(self) -> Iterator[Edit]:
        """Yield edits for names that no span holds, though others of the document were replaced."""
        text = self._scene.text
        for real, other in self._cast.families():
            for match in re.finditer(rf"\bthe ({re.escape(real)}(?:e?s)?)\b(?!['’-])", text, re.IGNORECASE):
                if match[1][0].isupper() and not is_word(real):
                    yield Edit(match.start(1), match.end(1), other + ("s" if fold(match[1]) != real else ""), "PERSON")
        for real, letter in self._letters.words():
            for match in re.finditer(rf"\b(?P<the>the) {re.escape(real)}e?s\b(?!['’-])", text, re.IGNORECASE):
                if text[match.end("the") + 1].isupper():
                    yield Edit(match.start(), match.end(), f"{match['the']} {letter} family", "PERSON")
        yield from self._signed(text)
        yield from self._initialled(text)
        for mention in self._scene.mentions:
            nick = _NICKNAMED.match(text, mention.end) if mention.start in self._named else None
            begun = fold(nick["name"])[:_ALIKE] if nick is not None else ""
            own = any(fold(word).startswith(begun) for word in self._scene.words(mention).split()) if begun else False
            if nick is not None and own and not is_public(nick["name"]):
                yield Edit(nick.start("name"), nick.end("name"), self._letters.of(nick["name"]), "PERSON")
        for real, letter in self._atlas.names():
            for match in (
                re.finditer(rf"(?<![\w@.-]){re.escape(real)}(?![\w@-])", text) if is_known_place(real.title()) else ()
            ):
                yield Edit(match.start(), match.end(), letter, "LOC")  # "love berlin"
        known = {**dict(self._letters.words()), **dict(self._atlas.names()), **dict(self._cast.words())}
        for match in _NAME.finditer(text):
            name = known.get(fold(match[0]))
            if name and not is_word(match[0]):
                yield Edit(match.start(), match.end(), in_case_of(match[0], name), "PERSON")

    def _signed(self, text: str) -> Iterator[Edit]:
        """Yield edits for last names after a letter where the text has the name in a span: "M. April"."""
        for words, letter in self._lettered.items():
            for match in re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text) if ". " in words else ():
                yield Edit(match.start(), match.end(), letter, "PERSON", direct=True)
        for given, family, name in self._cast.full_names():
            for match in re.finditer(rf"(?<!\w)({given[0]})\.\s?({re.escape(family)})\b", text, re.IGNORECASE):
                if match[1].isupper() and match[2][0].isupper():
                    new = f"{name.given[0]}. {in_case_of(match[2], name.family)}"
                    yield Edit(match.start(), match.end(), new, "PERSON", direct=True)


def _is_bare_account(name: str) -> bool:
    """Tell whether a name is built like that of an account and may be a brand as well: "TwendeRide"."""
    return is_handle(name) and name.isalpha()


def _words_of(calls: list[Called]) -> list[str]:
    """Return the words of somebody's names as they are written."""
    return [
        call.name[word.start : word.end]
        for call in calls
        if not is_handle(call.name)
        for word in name_words(call.name)
        if word.kind == "name"
    ]


def _is_short_form(entity: str, names: dict[str, list[str]]) -> bool:
    """Tell whether the only name of somebody may be short for another one of the text: "Rigo", "Rigoberto"."""
    own = {fold(word) for word in names.get(entity, [])}
    if len(own) != 1:
        return False
    word = next(iter(own))
    others = {fold(word) for other, words in names.items() if other != entity for word in words}
    return len(word) >= _STEM and any(other != word and other[:_STEM] == word[:_STEM] for other in others)
