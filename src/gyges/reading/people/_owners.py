"""To whom a cue belongs: who stands beside it, whose sentence, line, block or form it is in."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from gyges.reading._cues import Cues
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import kin
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._voices import Voices

_MAIN = words("main")
_PLAIN = words("forms.plain")
_ADDRESSING = words("addressing")
_LABEL, _BED, _TITLE_TAIL = patterns("forms", "label bed title_tail")


class Forms:
    """Which person a form is about from which position on."""

    def __init__(self) -> None:
        self._starts: list[int] = []
        self._people: list[PersonDraft] = []

    def open(self, start: int, person: PersonDraft) -> None:
        """Note that a form or an entry about somebody starts here; call in the order of the text."""
        self._starts.append(start)
        self._people.append(person)

    def at(self, position: int) -> PersonDraft | None:
        """Return whom the fields at a position are about."""
        index = bisect_right(self._starts, position) - 1
        return self._people[index] if index >= 0 else None


def fill_in(draft: Draft, cues: Cues, spots: list[Spot]) -> Forms:
    """Give people the roles their labels name, and find out whom the form is about."""
    forms = Forms()
    parents_until = 0
    turns = {turn.who_start for turn in cues.layout.turns}
    for spot in spots:
        if spot.start < parents_until:
            _kin_label(draft, spot, ["parents"])
        head = cues.text[max(0, spot.start - 60) : spot.start]
        head = _TITLE_TAIL.sub("", head)
        if _BED.search(head):
            forms.open(spot.start, spot.person)
            spot.person.play("patient", spot.start, spot.end)
            continue
        match = _LABEL.search(head)
        if match is None or max(0, spot.start - 60) + match.start(1) in turns:
            continue
        label = re.sub(r"^\d+[.)]?\s*", "", match.group(1)).strip().lower()
        words = label.split()
        if not words or len(words) > 5:
            continue
        if not set(words) & _ADDRESSING and len(label) <= 30 and label not in _PLAIN:
            spot.person.play(label, spot.start, spot.end)
        _kin_label(draft, spot, words)
        if "parents" in words:
            parents_until = cues.text.find("\n", spot.start) if "\n" in cues.text[spot.start :] else len(cues.text)
        if set(words) & _MAIN and "by" not in words and "of" not in words[:-1]:
            forms.open(spot.start, spot.person)
            draft.main = draft.main or spot.person
    return forms


def _kin_label(draft: Draft, spot: Spot, words: list[str]) -> None:
    """Read ``Mother: Ana Reis`` and ``Parents: Ana Reis, Rui Reis`` in the file of a child."""
    main = draft.main
    if main is None or spot.person is main or spot.person.kin_of is not None:
        return
    tie = next((known for word in words if (known := kin(word)) is not None and not known.plural), None)
    if "parents" in words or "parent" in words:
        role = {"Female": "mother", "Male": "father"}.get(spot.person.knows("SEX") or "", "parent")
    elif tie is not None and tie.group not in {"known", "knowns"}:
        role = tie.singular
    else:
        return
    spot.person.kin_of = (role, main)
    spot.person.play(f"{role} of {main.name}", spot.start, spot.end)


_BESIDE, _THIS, _THIS_ONE, _THE, _ONE = patterns("owners", "beside this this_one the one")
_ABOUT_NOBODY = pattern("owners.about_nobody")
_REACH_BACK, _REACH_ON, _REACH_TOPIC = 220, 70, 700
_CROWD = 40  # mentions looked back at
_SHORT_LINE = 110
_HEADING = 70


class Owners:
    """Answers whose a cue is."""

    def __init__(self, draft: Draft, cues: Cues, spots: list[Spot], voices: Voices, forms: Forms) -> None:
        self.draft = draft
        self.cues = cues
        self.text = cues.text
        self.voices = voices
        self.forms = forms
        self.spots = spots
        self._starts = [spot.start for spot in spots]
        self._sentence_starts = [sentence.start for sentence in cues.sentences]
        self._line_starts = [line.start for line in cues.lines]
        self._breaks = [match.start() for match in re.finditer(r"\n[ \t>]*(?=\n)", cues.text)]
        self._blocks = self._find_blocks()
        self._block_starts = [start for start, _, _ in self._blocks]

    def of(self, start: int, end: int, *, leads: bool = False, far: bool = True) -> PersonDraft | None:
        """Return the person a cue at ``start:end`` belongs to."""
        over = self.over(start, end)
        if over is not None:
            return over.person
        low, high = self.sentence(start)
        before = self._before(start, low)
        after = self._after(end, high)
        if leads and after is not None and self._leads(start, end, after):
            return after.person
        if self.draft.main is not None and _THIS_ONE.search(self.text, before.end if before else low, start):
            return self.forms.at(start) or self.draft.main
        if before is not None and _BESIDE.fullmatch(self.text[before.end : start][-60:]):
            return before.person
        if before is not None and start - before.end <= _REACH_BACK:
            return before.person
        if after is not None and self._reaches(end, after) and not self._form_line(start):
            return after.person
        return self._beyond(start) if far else None

    def _leads(self, start: int, end: int, after: Spot) -> bool:
        """Tell whether a cue stands right before its person: "foreman Dariusz", "the manager, Mrs Prakash"."""
        gap = self.text[end : after.start]
        before_title = gap.strip(" .:(")
        if before_title.startswith(",") and _THE.search(self.text, max(0, start - 8), start):
            before_title = _ONE.sub("", before_title.lstrip(", "))
        return before_title in {"", "Mr", "Ms", "Mrs", "Miss", "Dr", "Prof"} and after.kind == "name"

    def _reaches(self, end: int, after: Spot) -> bool:
        """Tell whether a cue may wait for its person: "Aged 52, she ...", but not "this bus driver, whom I saw"."""
        gap = self.text[end : after.start]
        if after.kind == "voice":
            return re.fullmatch(r",?\s", gap) is not None
        return len(gap) <= _REACH_ON

    def leads(self, start: int, end: int) -> PersonDraft | None:
        """Return the person whose name follows right after a cue: "your driver, a Señor Osorno"."""
        after = self._after(end, self.sentence(start)[1])
        return after.person if after is not None and self._leads(start, end, after) else None

    def over(self, start: int, end: int) -> Spot | None:
        """Return the kin or role whose words the cue itself is in."""
        index = bisect_right(self._starts, start) - 1
        for spot in self.spots[max(0, index - 1) : index + 1]:
            if spot.kind in {"kin", "role"} and start < spot.end and spot.start < end:
                return spot
        return None

    def sentence(self, position: int) -> tuple[int, int]:
        """Return the bounds of the sentence at a position."""
        index = bisect_right(self._sentence_starts, position) - 1
        if index < 0:
            return 0, len(self.text)
        return self.cues.sentences[index].start, max(self.cues.sentences[index].end, position)

    def line(self, position: int) -> tuple[int, int]:
        """Return the bounds of the line at a position."""
        line = self.cues.lines[max(0, bisect_right(self._line_starts, position) - 1)]
        return line.start, line.end

    def between(self, low: int, high: int) -> list[Spot]:
        """Return the mentions that start in a stretch of the text."""
        return self.spots[bisect_left(self._starts, low) : bisect_left(self._starts, high)]

    @property
    def years_since(self) -> int:
        """The years between the day the text was written and the day ages are asked for; 0 if it does not say."""
        return self.cues.reference.year - self.cues.written.year if self.cues.written else 0

    def names(self) -> Iterator[Spot]:
        """Yield where people are named."""
        return (spot for spot in self.spots if spot.kind == "name")

    def place(self, person: PersonDraft, name: str | None = None) -> tuple[int, int]:
        """Return where somebody is first spoken of, or first called by a name."""
        where = person.place(self.text, name)
        return where.start, where.end

    def _before(self, start: int, low: int) -> Spot | None:
        index = bisect_left(self._starts, start) - 1
        while index >= 0 and self.spots[index].start >= low:
            if self.spots[index].end <= start:
                return self.spots[index]
            index -= 1
        return None

    def _after(self, end: int, high: int) -> Spot | None:
        index = bisect_left(self._starts, end)
        return self.spots[index] if index < len(self.spots) and self.spots[index].start < high else None

    def _form_line(self, position: int) -> bool:
        low, _ = self.line(position)
        return bool(re.match(r"\s*[-*•\[\]x ]*[^\W\d_][^:\n]{0,24}:\s", self.text[low : low + 40]))

    def _beyond(self, start: int) -> PersonDraft | None:
        low, high = self.line(start)
        if _ABOUT_NOBODY.match(self.text, low, high):
            return None
        voice = self.voices.turn_at(start)
        if self.voices.dialogue and voice is not None and voice is not self.draft.author:
            return voice
        if self.draft.main is not None and _THIS.search(self.text, max(low, start - 24), start):
            return self.draft.main
        topic = self._topic(low, start, voice=True)
        if topic is not None:
            return topic
        block = self.block(start) or self.forms.at(start)
        if block is not None:
            return block
        paragraph = bisect_right(self._breaks, start) - 1
        since = max(start - _REACH_TOPIC, self._breaks[paragraph] if paragraph >= 0 else 0)
        return self._topic(since, start, voice=True)

    def headed(self, start: int) -> PersonDraft | None:
        """Return the one named in the line below, where a cue stands in a short heading."""
        low, high = self.line(start)
        if high - low > _HEADING:
            return None
        after = self._after(high, high + 60)
        return after.person if after is not None and after.kind == "name" else None

    def _topic(self, low: int, high: int, *, voice: bool) -> PersonDraft | None:
        """Return who a stretch is about: the last one spoken of in it, owners ("his") only if nobody else is."""
        index = bisect_left(self._starts, high) - 1
        owner: PersonDraft | None = None
        for spot in reversed(self.spots[max(0, index - _CROWD) : index + 1]):
            if spot.start < low:
                break
            if spot.kind == "you" or (spot.kind == "voice" and not voice):
                continue
            if not spot.owns:
                return spot.person
            owner = owner or spot.person
        return owner

    def block(self, start: int) -> PersonDraft | None:
        """Return whose block of lines (a signature, an address) a position is in."""
        index = bisect_right(self._block_starts, start) - 1
        if index >= 0 and start < self._blocks[index][1]:
            return self._blocks[index][2]
        return None

    def _find_blocks(self) -> list[tuple[int, int, PersonDraft]]:
        """Return the lines below a name that stands alone on its line, up to the next empty line."""
        text, blocks = self.text, []
        for spot in self.names():
            low, high = self.line(spot.start)
            if not _heads_block(text, low, spot.start, spot.end, high):
                continue
            following = bisect_left(self._breaks, high)
            blocks.append((high, self._breaks[following] if following < len(self._breaks) else len(text), spot.person))
        return blocks


def _heads_block(text: str, low: int, start: int, end: int, high: int) -> bool:
    if high - low > _SHORT_LINE:
        return False
    head, tail = text[low:start].strip(" -–—>*•\"'"), text[end:high].strip()
    bare = not tail.strip(" ,.:()RNMDPhrof-–") or (tail.isupper() and len(tail) <= 12)
    if high - low <= _SHORT_LINE // 2 and len(head) <= 12 and bare:
        return True
    return not head and tail.startswith((",", "(", "|"))


def mark_spans(owners: Owners) -> None:
    """Mark what stands in a text and may identify somebody."""
    cues, mark = owners.cues, owners.draft.mark
    people = {spot.start: spot.person for spot in owners.spots if spot.kind == "name"}
    for name in cues.names:
        mark(name.start, name.end, "PERSON", direct=name.kind != "initials", person=people.get(name.start))
    for code in cues.codes:
        mark(code.start, code.end, "CODE", direct=code.kind in words("direct_codes"))
    for place in cues.places:
        mark(place.start, place.end, "DEM" if place.kind == "demonym" else "LOC")
    for org in cues.organisations:
        mark(org.start, org.end, "ORG")
    for date in cues.dates:
        mark(date.start, date.end, "DATETIME")
    for start, end in [(age.start, age.end) for age in cues.ages] + [(job.start, job.end) for job in cues.occupations]:
        mark(start, end, "DEM")
    for spot in owners.spots:
        if spot.kind == "kin":
            mark(spot.start, spot.end, "DEM", person=spot.person)
