import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks.linkage import Claim, RulesClaimer
from gyges.attacks.linkage._rules_claims import claims_of
from gyges.corpus import bundled_corpus
from gyges.records import Document

pytestmark = pytest.mark.anyio

ODD = [document for document in bundled_corpus() if int(document.id.rsplit("-", 1)[-1]) % 2]  # the rest is held out


async def _claims(text: str) -> tuple[Claim, ...]:
    return await RulesClaimer().claims(Document("a", text))


async def _texts(text: str) -> list[str]:
    return [claim.text for claim in await _claims(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "He retired in 1974 and moved to Lyon, but he never married Ruth.",
            ["He retired in 1974", "He moved to Lyon", "he never married Ruth"],
        ),
        (
            "Ana Gil was a Spanish nurse, trade unionist and a mayor of Vigo.",
            ["Ana Gil was a Spanish nurse", "Ana Gil was trade unionist", "Ana Gil was a mayor of Vigo"],
        ),
        (
            "Ana Gil (born 3 May 1950 in Vigo) teaches biology.",
            ["Ana Gil teaches biology", "Ana Gil: born 3 May 1950 in Vigo"],
        ),
        (
            "Her son Tom is a footballer, who plays for Kiel.",
            ["Her son Tom is a footballer", "a footballer who plays for Kiel"],
        ),
        (
            "In 1981, she won a prize; the jury praised her style.",
            ["In 1981, she won a prize", "the jury praised her style"],
        ),
        ("Born in Kiel, she studied law.", ["she Born in Kiel", "she studied law"]),
        (
            "i used to dance when i was younger. knees don't hold up, i blame the snow!",
            ["i used to dance when i was younger", "knees don't hold up", "i blame the snow!"],
        ),
        ("My wife and I bought a farm near Kiel.", ["My wife and I bought a farm near Kiel"]),
        ("She lives in Boise, Idaho, United States.", ["She lives in Boise, Idaho, United States"]),
        ("The red and white house is old.", ["The red and white house is old"]),
    ],
)
async def test_sentences_fall_into_clauses_and_attributes(text: str, expected: list[str]) -> None:
    assert await _texts(text) == expected


async def test_a_claim_keeps_the_span_of_its_source() -> None:
    text = "Well. Ana moved to Lyon in 1990 and later became a nurse there."
    spans = [text[claim.start : claim.end] for claim in await _claims(text)]
    assert spans == ["Ana moved to Lyon in 1990", "and later became a nurse there"]


async def test_what_is_said_twice_is_one_claim() -> None:
    assert len(await _claims("Ana lives in Lyon. Bo bakes bread. ana lives in lyon.")) == 2


async def test_a_text_that_says_too_little_is_one_claim_and_a_blank_one_none() -> None:
    assert await _claims("  Yes, she is. ") == (Claim("Yes, she is.", 2, 14),)
    assert await _claims(" \n ") == ()


async def test_phrases_that_state_nothing_are_no_claims() -> None:
    assert await _texts("Hi! I work as a nurse in Lyon. ;)") == ["I work as a nurse in Lyon"]


async def test_real_documents_fall_into_short_claims_that_cover_most_of_them() -> None:
    for document in ODD[::4]:
        claims = await RulesClaimer().claims(document)
        covered = {place for claim in claims for place in range(claim.start, claim.end)}
        letters = [place for place, char in enumerate(document.text) if char.isalnum()]
        assert sum(place in covered for place in letters) / len(letters) > 0.8
        assert len({claim.text.casefold() for claim in claims}) == len(claims)


PIECES = (
    "Ana|she|He|was|moved|and|but|,|;|(|)|.|!|a nurse|who|singing|–|\n|in 1990|I'm|I’ve|the|when|:|東京|é|😊|...|_| "
)
pieces = st.sampled_from(PIECES.split("|"))


@given(text=st.one_of(st.lists(pieces, max_size=40).map(" ".join), st.text(max_size=80)))
def test_any_text_gives_claims_inside_it_in_order_and_always_the_same(text: str) -> None:

    claims = claims_of(text)
    assert claims == claims_of(text)
    assert bool(claims) == bool(text.strip())
    for claim in claims:
        assert 0 <= claim.start < claim.end <= len(text)
        assert claim.text.strip()
    assert [claim.start for claim in claims] == sorted(claim.start for claim in claims)
