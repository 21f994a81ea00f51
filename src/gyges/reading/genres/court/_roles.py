"""People without a name: the prosecutor, the trial judge, the prison governor, two police officers."""

import re
from dataclasses import dataclass

from gyges.reading.genres.court._case import Case, Span, Told
from gyges.reading.genres.court._table import RoleRow, formula, listed, role_rows, words
from gyges.reading.people._draft import PersonDraft

_OWNERS = frozenset({"his", "her", "their", "whose"})
_LONGEST = 6  # words before a role noun that belong to it
_NEAR, _FAR = 80, 3000  # code points in which a body and a court are looked for
_COUNTED = 4  # of the words for counts, those that make people


@dataclass(frozen=True, slots=True)
class _Phrase:
    row: RoleRow
    words: str
    place: str
    span: Span
    owner: str
    capital: bool


def meet_roles(case: Case) -> None:
    """Add people known by their role alone."""
    found: dict[str, list[_Phrase]] = {}
    rows, tokens = role_rows(), case.cues.tokens
    for index in case.cues.page.where_tokens(rows.keys()):
        row = _row(case, index, tokens[index].lower)
        phrase = _phrase(case, index, row) if row else None
        if phrase is not None:
            found.setdefault(phrase.row.noun, []).append(phrase)
    for phrases in found.values():
        _people(case, phrases)
    _counted(case)


def _row(case: Case, index: int, last: str) -> RoleRow | None:
    """Return the longest role noun that ends with a word at a token."""
    tokens = case.cues.tokens
    for row in role_rows().get(last, ()):
        before = row.noun.split()[:-1]
        if [token.lower for token in tokens[max(0, index - len(before)) : index]] == before:
            return row
    return None


def _phrase(case: Case, index: int, row: RoleRow) -> _Phrase | None:
    """Return the whole phrase around a role noun; None where it is an office, a plural, or has a name."""
    tokens, text = case.cues.tokens, case.text
    token = tokens[index]
    after = [one.lower for one in tokens[index + 1 : index + 3] if one.lower not in {"'s", "’", "'"}]
    if set(after[:1]) & words("offices") or any(
        call.start <= token.end + 2 for call in case.called(token.start, token.end + _NEAR)
    ):
        return None
    first, place = _modifiers(case, index, row)
    before = tokens[first - 1].lower if first else ""
    owner = tokens[first - 2].lower if before == "'s" and first > 1 else before if before in _OWNERS else ""
    if not (owner or place or before in words("determiners")):
        return None
    capital = token.text[0].isupper()
    extent = formula("roles.extent" if capital else "roles.of").match(text, token.end)
    end = extent.end() if extent and (capital or row.alone == "of") else token.end
    plain = " ".join(word for word in text[tokens[first].start : token.end].split() if word not in place)
    return _Phrase(row, plain + text[token.end : end], " ".join(place), (tokens[first].start, end), owner, capital)


def _modifiers(case: Case, index: int, row: RoleRow) -> tuple[int, list[str]]:
    """Return the first token of a role phrase and the capitalised words in it that are no part of the rank."""
    tokens = case.cues.tokens
    first, place = index - row.noun.count(" "), list[str]()
    while first > 0 and index - first < _LONGEST:
        before = tokens[first - 1]
        if "\n" in case.text[before.end : tokens[first].start]:
            break
        if before.lower not in words("rank_words"):
            if not (before.text[0].isupper() and before.text.isalpha()) or before.lower in words("no_place"):
                break
            place.insert(0, before.text)
        first -= 1
    return first, place


def _worth(case: Case, phrase: _Phrase) -> bool:
    """Tell whether a phrase speaks of somebody in particular."""
    alone = phrase.row.alone
    if alone == "own":
        return phrase.owner in {case.party, "his", "her"}
    if alone == "no":
        special = " " in phrase.words.strip() or bool(phrase.place)
        masked = formula("roles.masked_body").match(case.text, phrase.span[1])
        return special or masked is not None or _body(case, phrase) is not None
    return alone == "yes" or (alone == "cap" and phrase.capital) or (alone == "of" and " of " in phrase.words)


def _people(case: Case, phrases: list[_Phrase]) -> None:
    worth = [phrase for phrase in phrases if _worth(case, phrase)]
    if not worth:
        return
    main = max(worth, key=lambda phrase: (bool(phrase.place), len(phrase.words)))
    row = main.row
    named = [one for one in case.draft.people if one.names and one not in case.parties]
    by_job = row.occupation and (not row.position or row.alone == "own")
    person = next((one for one in named if one.knows("OCCUPATION") == row.occupation), None) if by_job else None
    if person is None:
        role = f"{main.place} {main.words}".lower().strip()
        unnamed = [one for one in case.draft.people if not one.names and any(row.noun in told for told in one.roles)]
        person = unnamed[0] if unnamed else case.draft.new_person()
        person.facts[:] = [fact for fact in person.facts if fact.cue.startswith("court")]
        person.play(f"{case.party}'s {role}" if case.party and main.owner == case.party else role, *main.span)
        _tell(case, person, main)
    for phrase in phrases:
        person.see(*phrase.span)


def _tell(case: Case, person: PersonDraft, phrase: _Phrase) -> None:
    row, title = phrase.row, phrase.words[:1].upper() + phrase.words[1:]
    job = title if row.occupation == "*" else row.occupation
    said = phrase.words.lower()
    job = "Police officer" if job == "Official" and "police" in said else job
    job = "Military prosecutor" if row.noun == "prosecutor" and "military" in said else job
    body = _affiliation(case, phrase)
    position = title if row.position == "*" else row.position
    case.tell(person, "role", phrase.span, job=job, position=position, education=row.education, body=body)


def _body(case: Case, phrase: _Phrase) -> re.Match[str] | None:
    start, end = phrase.span
    return case.first("roles.body", end, min(case.sentence(start)[1], end + _NEAR))


def _affiliation(case: Case, phrase: _Phrase) -> Told | None:
    kind, (start, end) = phrase.row.affiliation, phrase.span
    found: re.Match[str] | None = None
    if kind == "office" and phrase.place:
        return f"{phrase.place} {phrase.words.title()}'s Office", phrase.span
    if kind == "government" and "demonym" in case.known:
        demonym, at = case.known["demonym"]
        return f"{demonym} Government", at
    if kind == "of":
        of = formula("roles.of_what").search(phrase.words)
        return (of.group(1), phrase.span) if of else None
    if kind == "prison":
        found = case.first("roles.prison")
    if kind in {"near", "office"}:
        found = _body(case, phrase)
    if kind == "court" or (kind == "office" and found is None):
        low, high = case.sentence(start)
        courts = case.find("roles.court", max(0, low - _FAR), high)
        found = min(courts, key=lambda one: min(abs(one.start() - end), abs(start - one.end())), default=None)
    return (found.group(1).removeprefix("The "), found.span(1)) if found else None


def _counted(case: Case) -> None:
    """Add the members of small counted groups, such as two police officers."""
    tokens = case.cues.tokens
    counts = listed("counts")[:_COUNTED]
    for index in case.cues.page.where_tokens(frozenset(counts)):
        for last in range(index + 1, min(len(tokens), index + 4)):
            word = tokens[last].lower
            singular = f"{word[:-3]}man" if word.endswith("men") else word.removesuffix("s")
            row = _row(case, last, singular) if singular != word else None
            if row is None or row.noun in {"judge", "prosecutor", "minister"}:
                continue
            noun = " ".join([*(token.lower for token in tokens[index + 1 : last]), singular])
            span = (tokens[index].start, tokens[last].end)
            if case.draft.with_role(f"first {noun}") is None:
                for ordinal in listed("ordinals")[: counts.index(tokens[index].lower) + 2]:
                    person = case.draft.new_person().play(f"{ordinal} {noun}", *span)
                    _tell(case, person, _Phrase(row, noun, "", span, "", capital=False))
            break
