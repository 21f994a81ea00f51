"""To whom a cue belongs: who stands beside it, whose sentence, line, block or form it is in."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from gyges.reading._cues import Cues
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._forms import Forms
from gyges.reading.people._named import Spot
from gyges.reading.people._voices import Voices

__all__ = ["Owners"]

_BESIDE, _SOMEBODY, _THIS, _THIS_ONE, _THE, _ONE, _YOU = patterns("owners", "beside somebody this this_one the one you")
_ANY_YOU = re.compile(r"\b[Yy]ou\b")
_ABOUT_NOBODY = pattern("owners.about_nobody")
_REACH_BACK, _REACH_ON, _REACH_TOPIC = 220, 70, 700
_CROWD = 40  # mentions looked back at
_SHORT_LINE = 110
_HEADING = 70
_REACH_NEWS = 320
_WORDS_FROM_YOU = 7


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
        self._yous = [match.start() for match in cues.page.each(_ANY_YOU)]
        self._blocks = self._find_blocks()
        self._block_starts = [start for start, _, _ in self._blocks]

    def of(self, start: int, end: int, *, leads: bool = False, far: bool = True) -> PersonDraft | None:
        """Return the person a cue at ``start:end`` belongs to.

        Args:
            start: First code point of the cue.
            end: One past its last code point.
            leads: Whether the cue may stand right before its person ("foreman Dariusz").
            far: Whether to look beyond the sentence.
        """
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
        if before is not None and before.owns:
            before = self._apposed(before, start, low) or before
        if before is not None and _BESIDE.fullmatch(self.text[before.end : start][-60:]):
            return before.person
        if before is not None and start - before.end <= _REACH_BACK:
            return before.person
        if after is not None and self._reaches(end, after) and not self._form_line(start):
            return after.person
        return self._beyond(start) if far else None

    def _apposed(self, owner: Spot, start: int, low: int) -> Spot | None:
        """Return the first one in "Ronan, her fella, a scaffolder": what follows is said of Ronan, not of her."""
        first = self._before(owner.start, low)
        text = self.text
        if first is None or first.owns or text[first.end : owner.start] != ", ":
            return None
        return (
            first
            if re.fullmatch(r"\s[\w'’-]+(?:\s[\w'’-]+)?,\s(?:an?\s|the\s)?(?:[\w-]+\s)?", text[owner.end : start])
            else None
        )

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

    def addressee(self, since: int, start: int) -> PersonDraft | None:
        """Return who is spoken to, where "you" is the one a stretch of text is about."""
        last = bisect_left(self._yous, start)
        near = (you for you in self._yous[max(0, last - _WORDS_FROM_YOU) : last] if you >= since)
        return self.voices.other(start) if any(_YOU.match(self.text, you, start) for you in near) else None

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

    def forget(self, person: PersonDraft) -> None:
        """What was taken for a person is none; its form is about whom the text is about."""
        self.spots = [spot for spot in self.spots if spot.person is not person]
        self._starts = [spot.start for spot in self.spots]
        self._blocks = self._find_blocks()
        self._block_starts = [start for start, _, _ in self._blocks]
        if self.draft.main is not None:
            self.forms.replaced(self.draft.main, person)
        self.draft.forget(person)

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
        return self._topic(since, start, voice=True) or self._announced(start)

    def _announced(self, start: int) -> PersonDraft | None:
        """Return the one named soon after "A 52-year-old plumber ...", where nobody was named before."""
        if not _SOMEBODY.search(self.text, max(0, start - 40), start):
            return None
        after = self._after(start, start + _REACH_NEWS)
        return after.person if after is not None and after.kind == "name" else None

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
