"""``pseudonyms``: names, places, organisations, codes and dates become invented ones of their kind; the rest stays."""

import re
from bisect import bisect_left, insort
from collections.abc import Iterator
from dataclasses import replace

from gyges.anonymizers._edits import Edit
from gyges.anonymizers.replacement._certain_codes import is_code
from gyges.anonymizers.replacement._entities import entities
from gyges.anonymizers.replacement._kept_words import kept_words
from gyges.anonymizers.replacement._parted import is_speaker, parted
from gyges.anonymizers.replacement._person_names import title_before
from gyges.anonymizers.replacement._replacement import Scene
from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement._sure import is_organisation, named_spans
from gyges.anonymizers.replacement._word_kinds import is_word
from gyges.anonymizers.replacement.pseudonyms._ages import Ages
from gyges.anonymizers.replacement.pseudonyms._atlas import Atlas
from gyges.anonymizers.replacement.pseudonyms._bearer import Called
from gyges.anonymizers.replacement.pseudonyms._calendar import Calendar
from gyges.anonymizers.replacement.pseudonyms._calls import Calls
from gyges.anonymizers.replacement.pseudonyms._cast import Cast
from gyges.anonymizers.replacement.pseudonyms._codes import has_invented_form, invented_code
from gyges.anonymizers.replacement.pseudonyms._firms import Firms
from gyges.anonymizers.replacement.pseudonyms._name_writing import InventedName, in_case_of
from gyges.anonymizers.replacement.pseudonyms._setting import Setting
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.anonymizers.wording import article_for
from gyges.reading import ReadMention, find_places
from gyges.reading.lookups import country, fold, kin

__all__ = ["Pseudonyms"]

_ARTICLE = re.compile(r"(?<![\w'’-])(?:an?|the)\s$", re.IGNORECASE)
_PART_BEFORE = re.compile(
    r"\w-$|\b(?:North|South|East|West|Northern|Southern|Eastern|Western|Upper|Lower|New|Old|Great|Greater|Little|"
    r"La|El|Los|Las|Gulf of|Bay of|Sea of|Straits? of|Cape of|Isle of|Le|Les|Mount|Mt\.?|Lake|River|Cape|Cerro|"
    r"Monte|Puerto|Río|Rio)\s$"
)
_LANDFORM = re.compile(
    r"\b(?:volcan\w*|crater|erupt\w*|mountains?|peaks?|summit|rivers?|lakes?|islands?|reef|bay|beach|creek|valley|desert|glacier|"
    r"canal|falls|ridge|climb\w*|boat|ship|vessel|trail|hill)\b",
    re.IGNORECASE,
)
_PLACED = re.compile(
    r"\b(?:in|at|from|to|near|of|via|into|through|outside|towards?|around|left|between|and|for)\s$|[,:(]\s?$|\n$"
)
_THE = re.compile(r"\bthe\s$", re.IGNORECASE)
_LIVED = re.compile(r"\b(?:in|from|near|to|of)\s$|[,:(]\s?$|\n$")
_TO_A_PLACE = re.compile(r"\b(?:in|at|from|to|near|via)\s$")
_LAW_BEFORE = re.compile(
    r"\b(?:Act|Order|Regulations?|Code|Law|Convention|Rules|Directive|Decree|Ordinance)\s(?:of\s)?$"
)
_QUOTED_FROM = re.compile(r"\b(?:line|verse|song|page|quote)\s(?:out\s)?(?:of|from)\s$")
_WHEN = re.compile(r"\b(?:since|until|till|after|before|by|during)\s$")
_SAID_BEFORE = re.compile(r"\b(?:said|says|suspects?|suspected|diagnosed)\s$")  # a disease: "The vet said Newcastle"
_FOUND_AFTER = re.compile(r"\s(?:neg|pos|negative|positive|disease|rules?|score|virus)\b")  # "Ottawa neg"
_TITLE_AFTER = re.compile(r"\.\s[A-Z][a-z]")
_SPEAKS = re.compile(r"\b(?:speaks?|spoke|speaking)\s$")
_SHORTEST_LAND = 3  # letters that may stand for anything
_SHORT_TITLE = 4  # letters of a title that is cut short
_NEAR = 60  # characters around a place
_NAME = re.compile(r"(?<![\w@.-])[^\W\d_a-z][^\W\d_]{3,}(?:-[^\W\d_]+)?(?![\w@-])")
_RELATIVE = re.compile(r",\s(?:[a-z]+\s(?:[a-z]+['’]s\s)?)?([a-z]+(?:-[a-z]+)*)")
_TITLES = "Mrs?|Ms|Miss|Dr|Eng|Prof|Sgt|Frau|Herr|Mme|Mlle|M|Sra?|Sig|Señora?|Madame|Monsieur|Fru|Pani?"
_MAIL = re.compile(r"[^\s@<>()]+@[^\s@<>()]+")
_YEAR_APART = re.compile(r"(?<=[/-])20[0-3]\d(?!\w)|(?<!\w)20[0-3]\d(?=[/-])")
_YEAR = re.compile(
    r"\b(?:in|since|of|from|until|till|by|after|before|during|year|summer|spring|autumn|winter|early|late|mid|around|"
    r"about|and|to|between|through|class of)\s(?:the year\s)?(?P<year>1[89]\d\d|20[0-3]\d)"
    r"(?![\d:/-]|[.,]\d|\s?(?:euros?|dollars|km|kg|m)\b)",
    re.IGNORECASE,
)


class Pseudonyms:
    """Invents people, places, organisations, codes and dates by a key; what has no invented form stays as it is.

    Args:
        secret: What everything is drawn from.
    """

    name = "pseudonyms"

    def __init__(self, secret: Secret) -> None:
        self._secret = secret

    def edits(self, scene: Scene) -> list[Edit]:
        """Return invented words for the spans that have some, and for what would contradict them elsewhere."""
        scene = replace(scene, mentions=parted(scene.text, scene.mentions))
        inventor = _Inventor(self._secret, scene)
        made: list[Edit] = []
        for mention, entity in zip(scene.mentions, inventor.entities, strict=True):
            words = inventor.words(mention, entity)
            if words is not None and words != scene.words(mention):
                edit = Edit(mention.start, mention.end, words, mention.type, mention.direct, mention.person or "")
                made.append(_with_its_article(scene.text, edit, made[-1].end if made else 0))
        settled_spans = [one for one in scene.mentions if one.type not in {"PERSON", "MISC"}]  # "the Tohills"
        covered = [(one.start, one.end) for one in settled_spans] + [(one.start, one.end) for one in made]
        made += _apart(inventor.echoes(), covered)
        return sorted(made, key=lambda edit: edit.start)


def _apart(edits: Iterator[Edit], covered: list[tuple[int, int]]) -> Iterator[Edit]:
    """Yield the edits that touch nothing covered, nor one another."""
    places = sorted(covered)
    for edit in edits:
        at = bisect_left(places, (edit.end, 0))
        if all(end <= edit.start for _, end in places[max(0, at - 2) : at]):
            yield edit
            insort(places, (edit.start, edit.end))


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


def _with_years(words: str, code: str, calendar: Calendar) -> str:
    """Return an invented code in which a year that stands apart is the one that stands for it: "417/08/2025"."""
    if "@" in words or ":" in words:
        return code
    made = list(code)
    for match in _YEAR_APART.finditer(words):
        made[match.start() : match.end()] = str(calendar.year(int(match[0])))
    return "".join(made)


class _Inventor:
    """What is invented for one document."""

    def __init__(self, secret: Secret, scene: Scene) -> None:
        self.entities = entities(scene)
        self._secret, self._scene = secret, scene
        self._calls = Calls(scene)
        self._taken = Taken(scene.text)
        setting = Setting(scene.text)
        self._cast = Cast(secret, self._taken, setting.home)
        self._atlas = Atlas(secret, self._taken, setting)
        self._firms = Firms(secret, scene.text, self._taken, self._atlas, self._cast, setting)
        dates = [scene.words(one) for one in scene.mentions if one.type == "DATETIME"]
        self._ages = Ages(secret, scene)
        self._dated = bool(dates)
        self._calendar = Calendar(secret, scene.id, dict.fromkeys(dates), scene.text)
        self._named = named_spans(scene, self.entities)
        located = [(one, scene.words(one)) for one in scene.mentions if one.type == "LOC"]
        self._places = {
            words for one, words in located if not self._is_doubtful(one, words)
        }  # a place is one everywhere
        self._known: dict[tuple[str, str], str | None] = {}
        self._meet_people()

    def _meet_people(self) -> None:
        calls: dict[str, list[Called]] = {}
        for mention, entity in zip(self._scene.mentions, self.entities, strict=True):
            if mention.start in self._named:
                call = self._calls.of(mention)
                if call not in calls.setdefault(entity, []):
                    calls[entity].append(call)
        for entity, names in calls.items():
            self._cast.add(entity, names)

    def words(self, mention: ReadMention, entity: str) -> str | None:
        """Return the invented words for a span, None if it stays."""
        if mention.type == "PERSON":
            name = self._cast.of(entity) if mention.start in self._named else None
            if name is None:
                return self._unnamed(mention)
            surface = self._scene.words(mention)
            if is_speaker(self._scene.text, surface):
                return self._initials(surface, name)
            return name.write(self._calls.of(mention))
        if mention.type == "CODE" and not is_code(self._scene.text, mention.start, mention.end):
            return None
        words = self._scene.words(mention)
        told = {words.lower(), *words.lower().split()}
        feast = bool(told & kept_words("feast_words")) or words.lower() in kept_words("feasts")
        before = self._scene.text[max(0, mention.start - 14) : mention.start]
        if feast or (mention.type == "LOC" and _SPEAKS.search(before)):
            return None  # "spoke Tigre"
        if mention.type == "DATETIME" and (_LAW_BEFORE.search(before) or title_before(before, len(before))):
            return None  # "Local Government Act 1993", "Captain August"
        if mention.type == "LOC" and words not in self._places:
            return None
        key = (mention.type, words)
        if key not in self._known:
            kin_type = {"LOC": "ORG", "ORG": "LOC"}.get(mention.type, "")  # a lodge is a house and a firm
            self._known[key] = self._known.get((kin_type, words)) or self._invented(words, mention)
        return self._known[key]

    def _initials(self, letters: str, own: InventedName) -> str:
        """Return letters for those that stand for somebody: of the invented name of the one who has them, or any."""
        known = [new.upper() for real, new in self._cast.initials() if real == letters]
        first, last = own.given[0].upper(), own.family[0].upper()
        second = "".join(own.middle.values())[:1].upper()
        whole = own.bearer.family[:1].upper() == letters[-1]
        inner = [first + second] if second and not whole else []  # "NA" is Nur Aisyah binte Kamsani
        drawn = [*(known if len(known) == 1 else []), *inner, first + last, last + first, own.given[:2].upper()]
        return next((new for new in drawn if new != letters), f"{first}{last}{first}")

    def _unnamed(self, mention: ReadMention) -> str | None:
        """Return other words for what was taken for somebody and is an organisation or a place, None for the rest."""
        words = self._scene.words(mention)
        if is_organisation(words):
            return self._firms.other(words)
        placed = _TO_A_PLACE.search(self._scene.text[max(0, mention.start - 8) : mention.start])
        return self._atlas.other(words) if placed and " " in words and not self._is_doubtful(mention, words) else None

    def _is_doubtful(self, mention: ReadMention, words: str) -> bool:
        """Tell whether a place is a part of a longer name, or none that is known and perhaps a mountain or a river."""
        text = self._scene.text
        before = text[max(0, mention.start - 16) : mention.start]
        longer = re.search(r"([^\W\d_a-z][^\W\d_]+)\s$", before)
        if longer is not None and longer[1].lower() in kept_words("place_heads") and not mention.direct:
            return True  # "Parque Hidalgo"
        if re.match(r"\s(?:Los|Las|La|El|de|del|da|dos)\s[A-Z]", text[mention.end :]):
            return True
        if len(words) <= _SHORT_TITLE and _TITLE_AFTER.match(text, mention.end) and not _PLACED.search(before):
            return True  # "Sig. Tonello"
        if (words.isupper() and ". " in words) or _QUOTED_FROM.search(before):
            return True  # "to ED. CT clear", "a line out of Njála"
        if words.startswith(("Santa ", "San ", "St ")) and _WHEN.search(before):
            return True  # a feast
        if re.search(r"\b[Oo]n\s$", before) and " " not in words:  # an island
            return True
        if _PART_BEFORE.search(before) or not re.search(r"[^\W\d_]{2}", words):
            return True
        if re.fullmatch(r"[A-Z]{2,3}", words) and words not in {"UK", "US", "USA", "UAE"}:  # somebody's letters: "NA:"
            return True
        if re.search(r"[a-z]\.\s[A-Z]", words) and words[0].islower() and not mention.direct:
            return True
        if words.split()[0].lower() in kept_words("honorifics"):  # "Maman Affoué"
            return True
        if words.lower() in kept_words("feast_words") or re.search(rf"\b{re.escape(words.lower())}\b", text):
            return True
        land = country(words)
        if land is None and " " not in words and is_word(words.lower()) and not _LIVED.search(before):
            return True  # "our Independence"
        if land is not None and land.name.startswith(f"{words} "):  # "Antigua" is a town, too
            return True
        if re.match(r",\s\d\d,", text[mention.end :]):  # "Pita, 17,"
            return True
        relative = _RELATIVE.match(text, mention.end)
        if relative is not None and kin(relative[1]) is not None:  # "Triana, the speaker's granddaughter"
            return True
        loud = words.isupper() and " " not in words
        quiet = re.search(r"[a-z]{2}", text[max(0, mention.start - 20) : mention.start] + text[mention.end :][:20])
        if loud and quiet and len(words) <= _SHORTEST_LAND + 1 and country(words) is None:
            return True  # letters of something: "DEWA"
        found = find_places(f"in {words}")
        if found and _THE.search(before) and found[0].kind in {"region", "city"}:
            return True  # "the Mississippi"
        if found:
            return _SAID_BEFORE.search(before) is not None or _FOUND_AFTER.match(text, mention.end) is not None
        if loud and quiet:
            return True
        around = text[max(0, mention.start - _NEAR) : mention.end + _NEAR]
        if re.fullmatch(r"\D+ \d+", words) or _LANDFORM.search(around):  # "Kebele 14"
            return True
        return mention.start > 0 and not _PLACED.search(before)

    def _invented(self, words: str, mention: ReadMention) -> str | None:
        if mention.type == "CODE":
            day = self._calendar.day(words)
            if day is not None:
                return day
            if not has_invented_form(words):
                return None
            made = self._taken.first_free(
                words, lambda attempt: invented_code(words, self._secret, self._cast, attempt)
            )
            return made and _with_years(words, made, self._calendar)
        if mention.type == "LOC":
            return self._without_mail(self._atlas.other(words, exact=mention.direct), words)
        if mention.type == "ORG":
            return self._without_mail(self._firms.other(words), words)
        if mention.type == "DATETIME":
            return self._calendar.moved(words)
        if mention.type == "DEM":
            moved = self._calendar.moved(words) if words.lower().startswith("born") else None
            return moved or self._ages.other(words)
        return None

    def _without_mail(self, made: str | None, words: str) -> str | None:
        """Return words without the mail addresses that stand among them."""
        if "@" not in words:
            return made
        return _MAIL.sub(lambda match: invented_code(match[0], self._secret, self._cast, "0"), made or words)

    def _letters(self, text: str) -> Iterator[Edit]:
        """Yield edits for letters that stand for somebody: "BK:" before what he says, "Ms. T."."""
        letters = list(self._cast.initials())
        firsts = [(real[0].upper(), other[0].upper()) for real, other in self._cast.families()]
        for real, new in firsts:
            if sum(one == real for one, _ in firsts) == 1:
                for match in re.finditer(rf"(?m)^{real}(?=:\s)", text):
                    yield Edit(match.start(), match.end(), new, "PERSON")
        for real, new in letters:
            if sum(other == real for other, _ in letters) == 1:
                for match in re.finditer(rf"(?m)^{real}(?=:)|(?<=\(){real}(?=\))", text):
                    yield Edit(match.start(), match.end(), new.upper(), "PERSON")
            if sum(other[1] == real[1] for other, _ in letters) == 1:
                for match in re.finditer(rf"\b(?:{_TITLES})\.? ({real[1]})(?=\.)", text):
                    yield Edit(match.start(1), match.end(1), new[1], "PERSON")

    def echoes(self) -> Iterator[Edit]:
        """Yield edits for years and names that no span holds, though others of the document were moved."""
        text = self._scene.text
        if self._dated:
            for match in _YEAR.finditer(text):
                new = self._calendar.year(int(match["year"]))
                if str(new) != match["year"]:
                    yield Edit(match.start("year"), match.end("year"), str(new), "DATETIME")
        for real, other in self._cast.families():
            for match in re.finditer(rf"\bthe ({re.escape(real)}(?:e?s)?)\b(?!['’-])", text, re.IGNORECASE):
                if match[1][0].isupper() and not is_word(real):
                    yield Edit(match.start(1), match.end(1), other + ("s" if fold(match[1]) != real else ""), "PERSON")
        yield from self._letters(text)
        known = {**dict(self._atlas.names()), **dict(self._firms.stems()), **dict(self._cast.words())}
        for match in _NAME.finditer(text):
            name = known.get(fold(match[0]))
            if name and not is_word(match[0]):
                yield Edit(match.start(), match.end(), in_case_of(match[0], name), "PERSON")
