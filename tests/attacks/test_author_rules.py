import anyio

from gyges.attacks import AttackOptions, open_attacker
from gyges.models import ModelPool, ReplyCache
from gyges.records import Finding, taxonomy


def _attack(text: str, guesses: int = 3) -> Finding:
    async def main() -> Finding:
        async with ModelPool(cache=ReplyCache()) as pool:
            return await open_attacker("author:rules", pool, AttackOptions(guesses=guesses)).attack(text, id="a")

    return anyio.run(main)


def test_an_author_is_guessed_from_cues_with_the_words_that_gave_them_away() -> None:
    text = "As a mom of two I bike my kids to school along the canals here in Amsterdam."
    (author,) = _attack(text).subjects
    best = {fact.tag: fact for fact in reversed(author.facts)}
    assert best["SEX"].value.lower() == "female"
    assert "Amsterdam" in best["LOCATION"].value
    assert all(quote in text for fact in author.facts for quote in fact.evidence)


def test_guesses_are_of_the_author_taxonomy_and_ranked_up_to_the_number_asked_for() -> None:
    (author,) = _attack("I finished my shift at the bakery and walked home in the rain.", guesses=2).subjects
    tags = [fact.tag for fact in author.facts]
    assert set(tags) <= set(taxonomy("author").names)
    assert max(tags.count(tag) for tag in tags) <= 2


def test_an_empty_text_gives_an_author_of_whom_nothing_is_known() -> None:
    assert _attack("").subjects[0].facts == ()
