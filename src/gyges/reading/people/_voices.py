"""Who says "I" where: the author, the speakers of a chat or a transcript, the people who are quoted."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from gyges.reading._cues import Cues
from gyges.reading.lexicon._load import words
from gyges.reading.names._find import is_role_label
from gyges.reading.page._forms import patterns
from gyges.reading.page._layout import Turn, is_machine
from gyges.reading.page._spans import Spans
from gyges.reading.page._tokens import Line, Token
from gyges.reading.people._draft import Draft, PersonDraft, is_handle
from gyges.reading.people._named import Spot, moved

FIRST_PERSON = words("first_person")
_INTRODUCES, _CLOSING, _TITLES, _GREETS, _SAID = patterns("voices", "introduces closing titles greets said_before")
_AUTHOR_LABELS = words("author_labels")
_GREETING = 40  # code points between the start of a line and the one greeted
_BRACKETED = 4  # code points from which on there are words in brackets between a label and its colon
_RARE = 700  # code points for one "I"
_NARRATORS = {
    "a": "narrator", "answer": "narrator", "q": "interviewer", "question": "interviewer", "you": "user", "me": "user",
}  # fmt: skip


def says_i(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a token is a first person; neither the numeral in ``(i)`` or ``I.`` nor the title ``Me``."""
    token = tokens[index]
    low = token.lower
    if low not in FIRST_PERSON or token.text == "Me":
        return False
    if token.lower != "i":
        return True
    after = tokens[index + 1].text if index + 1 < len(tokens) else ""
    before = tokens[index - 1].text if index else ""
    return after not in {".", ")", ":"} and before not in {"(", "type", "class", "part", "item", "annex", "chapter"}


class Voices:
    """The voices of a text."""

    def __init__(self, author: PersonDraft | None, turns: Sequence[tuple[int, int, PersonDraft | None]]) -> None:
        self.author = author
        self.addressee: PersonDraft | None = None
        self._turns = sorted(turns, key=lambda turn: turn[0])
        self._starts = [turn[0] for turn in self._turns]
        self._speakers = list({id(person): person for _, _, person in self._turns}.values())
        self._quotes: list[tuple[int, int, PersonDraft | None]] = []
        self._quote_starts: list[int] = []

    def quote(self, quotes: Sequence[tuple[int, int, PersonDraft | None]]) -> None:
        """Learn who speaks between quotation marks."""
        self._quotes = sorted(quotes, key=lambda quote: quote[0])
        self._quote_starts = [quote[0] for quote in self._quotes]

    def at(self, position: int) -> PersonDraft | None:
        """Return who says "I" at a position, None if nobody known does."""
        index = bisect_right(self._quote_starts, position) - 1
        if index >= 0 and position < self._quotes[index][1]:
            return self._quotes[index][2]
        return self.turn_at(position)

    def turn_at(self, position: int) -> PersonDraft | None:
        """Return who has the word at a position, quotations left aside."""
        index = bisect_right(self._starts, position) - 1
        if index >= 0 and position < self._turns[index][1]:
            return self._turns[index][2]
        return self.author

    def other(self, position: int) -> PersonDraft | None:
        """Return whom "you" means: the other one, where two people talk."""
        if self.addressee is not None and not self._turns:
            return self.addressee if self.at(position) in {None, self.author} else None
        people = [person for person in self._speakers if person is not None]
        here = self.turn_at(position)
        others = [person for person in people if person is not here]
        return others[0] if len(people) == 2 and len(others) == 1 else None

    @property
    def dialogue(self) -> bool:
        """Whether several people take turns."""
        return len(self._speakers) > 1


def hear(draft: Draft, cues: Cues, spots: list[Spot]) -> Voices:
    """Find the author and the speakers; people who introduce themselves are merged with their voice."""
    by_start = {spot.start: spot.person for spot in spots}
    roles: dict[str, PersonDraft] = {}
    for turn in cues.layout.turns:  # "Interviewer (Beth Trelawny): ..."
        inside = _between(spots, turn.who_end, turn.start) if turn.start - turn.who_end > _BRACKETED else None
        if inside is not None and is_role_label(turn.who):
            role = _NARRATORS.get(turn.who.lower(), turn.who.lower())
            roles.setdefault(role, inside.person.play(role, turn.who_start, turn.who_end))
    turns = [(turn.start, turn.end, _speaker(draft, turn, by_start, roles)) for turn in cues.layout.turns]
    voices = Voices(_author(draft, cues, spots, turns), turns)
    _introductions(draft, cues, spots, voices)
    voices.addressee = _addressee(cues, spots, voices)
    return voices


def _addressee(cues: Cues, spots: list[Spot], voices: Voices) -> PersonDraft | None:
    """Return whom a letter is addressed to, by its salutation or else by its first line."""
    if voices.author is None or voices.dialogue:
        return None
    greeted: list[PersonDraft] = []
    for spot in spots:
        head = cues.text[cues.text.rfind("\n", 0, spot.start) + 1 : spot.start]
        if len(head) <= _GREETING and _GREETS.match(head) and spot.person is not voices.author:
            greeted.append(spot.person)
    return greeted[0] if len(set(map(id, greeted))) == 1 else None


def _between(spots: list[Spot], low: int, high: int) -> Spot | None:
    index = bisect_right(spots, low, key=lambda spot: spot.start)
    return spots[index] if index < len(spots) and spots[index].start < high else None


def _speaker(
    draft: Draft, turn: Turn, by_start: dict[int, PersonDraft], roles: dict[str, PersonDraft]
) -> PersonDraft | None:
    known = by_start.get(turn.who_start)
    if known is not None:
        return known
    who = turn.who.split("(")[0].strip()
    if is_machine(who) or not is_role_label(who):
        return None
    role = _NARRATORS.get(who.lower(), who.lower())
    if role not in roles:
        roles[role] = draft.with_role(role) or draft.new_person()
    return roles[role].play(role, turn.who_start, turn.who_end)


def _author(
    draft: Draft, cues: Cues, spots: list[Spot], turns: Sequence[tuple[int, int, PersonDraft | None]]
) -> PersonDraft | None:
    spoken = Spans([(start, end) for start, end, _ in turns] + [(q.start, q.end) for q in cues.layout.quotes])
    signer = _labelled(cues, spots) or _signer(cues, spots, spoken)
    said = [cues.tokens[index] for index in cues.page.where_tokens(FIRST_PERSON) if says_i(cues.tokens, index)]
    speaks = next((token for token in said if not spoken.meets(token.start, token.end)), None)
    if signer is not None:
        if speaks is not None:
            signer.play("author", speaks.start, speaks.end)
        return signer
    if speaks is None:
        return None
    if turns:
        return turns[0][2] if len({id(p) for _, _, p in turns}) == 1 else None
    if len(said) < len(cues.text) / _RARE:
        return None  # a judge or a reporter who says "I" once is nobody's secret
    return draft.new_person().play("author", speaks.start, speaks.end)


def _labelled(cues: Cues, spots: list[Spot]) -> PersonDraft | None:
    by_value = {field.value_start: field.label for field in cues.layout.fields}
    for spot in spots:
        label = by_value.get(spot.start) or _label_before(cues.text, spot.start)
        if label in _AUTHOR_LABELS:
            return spot.person
    return None


def _label_before(text: str, start: int) -> str:
    head = text[max(0, start - 40) : start]
    if not head.rstrip().endswith(":"):
        return ""
    return re.split(r"[\n.;:|]", head.rstrip()[:-1])[-1].strip().lower()


def _signer(cues: Cues, spots: list[Spot], spoken: Spans) -> PersonDraft | None:
    """Return the person of the last line that is a signature, or of a first line that is a sender."""
    filled = [line for line in cues.lines if cues.text[line.start : line.end].strip()]
    by_line = _line_names(cues.text, filled, spots)
    tail = filled[-12:] if len(filled) > 14 else filled[max(1, len(filled) // 2) :]
    closed = False
    found: PersonDraft | None = None
    for line in tail:
        if line.end - line.start < 60 and _CLOSING.search(cues.text, line.start, line.end):
            closed = True
        spot = by_line.get(line.start)
        if spot is None or spoken.meets(spot.start, spot.end):
            continue
        if found is None or not closed:
            found = spot.person
        if closed:
            return spot.person
    if found is not None:
        return found
    first = by_line.get(filled[0].start) if filled else None
    return first.person if first is not None and cues.text[first.end : first.end + 1] in {"", "\n", "\r"} else None


def _line_names(text: str, lines: Sequence[Line], spots: list[Spot]) -> dict[int, Spot]:
    """Return the names that stand at the start of a short line and are followed by nothing but their business."""
    found: dict[int, Spot] = {}
    starts = [line.start for line in lines]
    for spot in spots:
        index = bisect_right(starts, spot.start) - 1
        if index < 0:
            continue
        line = lines[index]
        before, after = text[line.start : spot.start], text[spot.end : line.end].lstrip()
        if len(before) > 24 or any(letter.isalnum() for letter in _TITLES.sub("", before)):
            continue
        if line.end - line.start <= 140 and (not after or after[0] in ",(|·-–;/." or after[:2].isupper()):
            found.setdefault(line.start, spot)
    return found


def _introductions(draft: Draft, cues: Cues, spots: list[Spot], voices: Voices) -> None:
    """Merge voices with the names they give themselves: "I am Ana", "Ana here", or a name alone as an answer."""
    text = cues.text
    starts = {sentence.start for sentence in cues.sentences}
    starts |= {turn.end - len(text[turn.start : turn.end].lstrip()) for turn in cues.layout.turns}
    merged: dict[int, PersonDraft] = {}
    for spot in spots:
        voice = voices.turn_at(spot.start)
        who = merged.get(id(spot.person), spot.person)
        if voice is None or voice is who or who not in draft.people or voice not in draft.people:
            continue
        here = text[spot.end : spot.end + 6].lower().startswith((" here", ", here"))
        alone = spot.start in starts and text[spot.end : spot.end + 2].strip() in {"", ".", ","}
        alone = alone and voices.dialogue and not voice.names
        if not (here or alone or _INTRODUCES.search(text[max(0, spot.start - 16) : spot.start])):
            continue
        if not _both_named(voice, who):
            merged[id(who)] = draft.merge(voice, who)
    spots[:] = moved(spots, merged)


def _both_named(a: PersonDraft, b: PersonDraft) -> bool:
    """Tell whether two people have names of their own, so that neither can be the other."""
    return any(not is_handle(name) for name in a.names) and any(not is_handle(name) for name in b.names)


def attribute(cues: Cues, spots: list[Spot], voices: Voices) -> None:
    """Tell the voices who is quoted where; quotations without "I" keep the voice around them."""
    starts = [spot.start for spot in spots]
    said: list[tuple[int, int, PersonDraft | None]] = []
    for quote in cues.layout.quotes:
        words = {word.strip('.,!?;:"“”').lower() for word in cues.text[quote.start : quote.end].split()}
        if not words & FIRST_PERSON:
            continue
        said.append((quote.start, quote.end, _quoted(cues.text, spots, starts, quote.start, quote.end, voices)))
    voices.quote(said)


def _quoted(
    text: str, spots: list[Spot], starts: list[int], start: int, end: int, voices: Voices
) -> PersonDraft | None:
    index = bisect_left(starts, start) - 1
    line = text.rfind("\n", 0, start) + 1
    around = voices.turn_at(start)
    before = spots[index] if index >= 0 and spots[index].start >= line else None
    said = before is not None and (start - before.end < 60 or _SAID.search(text[before.end : start]))
    if before is not None and said and before.person is not around:
        return before.person
    following = bisect_left(starts, end)
    if following < len(spots) and spots[following].start - end < 30:
        return spots[following].person
    if index >= 0 and start - spots[index].end < 400:
        return spots[index].person
    return around
