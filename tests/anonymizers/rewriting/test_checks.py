"""What is a rewrite of a text and what is not, check by check."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonymizers.rewrites import ECHO, GOOD, REFUSAL, STORY, TRUNCATED
from gyges.anonymizers.rewriting import RewriteRules
from gyges.anonymizers.rewriting._checks import RewriteStandard, problem_with
from gyges.anonymizers.rewriting._repairs import repaired
from gyges.anonymizers.rewriting._rules import text_after_separator
from gyges.errors import ConfigError
from gyges.models import Message
from gyges.reading import language_of

RULES = RewriteRules()
UNRELATED = (
    "Once upon a time there lived a clever fox who wanted to become king of the forest. All animals laughed about this "
    "foolish plan, but the fox built a golden crown from yellow leaves and marched proudly through every village until "
    "somebody believed in such magic and offered him cheese, grapes and honey from faraway islands."
)


def _problem(text: str, original: str = STORY, rules: RewriteRules = RULES) -> str:
    return problem_with(repaired(text, original).text, RewriteStandard(original, rules))


def test_a_good_rewrite_has_no_problem() -> None:
    assert _problem(GOOD) == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is empty"),
        (REFUSAL, "refusal"),
        (TRUNCATED, "missing (at its end)"),
        (GOOD[GOOD.index("In the spring") :], "missing (at its beginning)"),
        (GOOD[: GOOD.index(" pupils")], "breaks off"),
        (ECHO, "marks that stood around the data"),
        (f"{GOOD}\n\n{GOOD}\n\n{STORY}", "3.0 times the words"),
        (UNRELATED, "nothing to do with the original"),
    ],
)
def test_what_is_no_rewrite_is_named(text: str, problem: str) -> None:
    assert problem in _problem(text)


def test_a_passage_may_be_left_out_where_the_rules_allow_it_but_no_end() -> None:
    allowed = RewriteRules(gap=0.6)
    assert _problem(GOOD[: GOOD.index("In the spring")] + GOOD[GOOD.index("Now she") :], rules=allowed) == ""
    assert "missing (at its end)" in _problem(TRUNCATED, rules=allowed)
    assert _problem(GOOD[GOOD.index("In the spring") :], rules=allowed) == ""


@pytest.mark.parametrize(
    "text",
    [
        "I cannot assist with rewriting this.",
        "Es tut mir leid, aber ich kann dabei nicht helfen.",
        "Lo siento, pero no puedo ayudar con eso.",
        "Mi dispiace, ma non posso aiutarti.",
        "Przykro mi, ale nie mogę pomóc.",
        "对不起，我无法协助处理这个请求。",
    ],
)
def test_refusals_are_recognised_in_many_languages(text: str) -> None:
    assert _problem(text) == "the text is a refusal"


@pytest.mark.parametrize(
    "text",
    [
        "The names were replaced with generic words to protect privacy. " + GOOD,
        "I've removed specific places and dates.\n\n" + GOOD,
        GOOD + "\n\nChanges made:\n- the name became 'a woman'",
        GOOD + "\n\nLet me know if you would like any further changes.",
        "The text is rewritten to be more general. " + GOOD,
        "In the original text it was another town. " + GOOD,
        GOOD + "\n\nIch habe alle Namen ersetzt.",
        GOOD + '\n\nI replaced "Nora Feld" with "a woman".',
    ],
)
def test_remarks_about_the_work_are_no_part_of_a_text(text: str) -> None:
    assert "speaks about the changes" in _problem(text)


@pytest.mark.parametrize(
    ("original", "text"),
    [
        ("I'm sorry, but I can't help with the move, Tom.", "I'm sorry, but I can't help with the move, friend."),
        ("After the divorce I swapped my name and the locks.", "After the divorce I changed my name and the locks."),
        ("We swapped the old pump. I put in a new one.", "We replaced the old pump. I replaced the filter as well."),
        ("Tell me if Sunday suits you, Ana.", "Let me know if you need a lift on Sunday."),
        (
            "Ana, Bea, Cleo, Dora and Eva came. Fay, Gil and Hal too.",
            "[redacted], " * 5 + "[redacted] and others came.",
        ),
        ("Here is the list of what Ana bought:\nmilk", "Here is the list of what somebody bought:\nmilk"),
        ("Anonymized text: see Annex B of Ana Reis.", "Anonymized text: see the annex."),
    ],
)
def test_authors_may_say_what_models_say(original: str, text: str) -> None:
    assert _problem(text, original) == ""


def test_sentences_of_the_question_are_no_part_of_a_text() -> None:
    said = Message("user", "Copy every other word of the text exactly as it is written there.")
    echo = GOOD + " Copy every other word of the text exactly as it is written there."
    assert "sentences of the instructions" in problem_with(echo, RewriteStandard(STORY, RULES), [said])
    assert problem_with(GOOD, RewriteStandard(STORY, RULES), [said]) == ""


def test_the_document_inside_the_question_is_no_echo() -> None:
    asked = Message("user", f"Rewrite it.\n<<<0123456789abcdef\n{STORY}\n0123456789abcdef>>>")
    assert problem_with(GOOD, RewriteStandard(STORY, RULES), [asked]) == ""


def test_the_list_of_names_is_no_part_of_a_text() -> None:
    expected = RewriteStandard(STORY, RULES, ("Nora Feld -> the woman",))
    assert "list of replaced words" in problem_with(f"{GOOD}\nNora Feld -> the woman", expected)


def test_the_same_words_may_come_back_where_nothing_identifies_anybody() -> None:
    plain = "it rained all day and then the sun came out for a while"
    assert _problem(plain, plain) == ""
    assert "unchanged" in _problem(plain, plain, RewriteRules(unchanged="never"))
    assert _problem(STORY, STORY, RewriteRules(unchanged="always")) == ""


def test_other_white_space_is_no_change() -> None:
    assert "unchanged" in _problem(STORY.replace("\n\n", "\n"))


@pytest.mark.parametrize(
    ("answer", "repair"),
    [
        ("Here is the anonymized text:\n\n" + GOOD, "a line before the text was cut off"),
        ("Sure! Here's a rewritten version of the text with general words:\n" + GOOD, "a line before"),
        ("Anonymized text:\n" + GOOD, "a label before the text was cut off"),
        ("**Rewritten Version:**\n" + GOOD, "a label before the text was cut off"),
        ("Paraphrase of the document: " + GOOD, "a label before the text was cut off"),
        ("Anonymisierter Text:\n" + GOOD, "a label before the text was cut off"),
        ("Texte anonymisé : " + GOOD, "a label before the text was cut off"),
        ("```text\n" + GOOD + "\n```", "a code fence around the text was cut off"),
        ("<think>the name must go</think>\n" + GOOD, "thoughts before the text were cut off"),
        ('"' + GOOD + '"', "quotation marks around the text were cut off"),
    ],
)
def test_what_surely_is_no_part_of_the_text_is_cut_off(answer: str, repair: str) -> None:
    done = repaired(answer, STORY)
    assert done.text == GOOD
    assert len(done.repairs) == 1
    assert done.repairs[0].startswith(repair)


def test_what_the_original_has_as_well_is_not_cut_off() -> None:
    for text in ('"Come in," he said. "Now."', "```\ncode\n```", '"Quoted as a whole."'):
        assert repaired(text, text).text == text


@given(st.text(alphabet="ab#` \n\"'.:", max_size=80))
def test_repairs_only_cut_off_the_ends(text: str) -> None:
    assert repaired(text, "x").text in text


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("I drop the name.\n#\nShe left.", "She left."),
        ("I drop the name.\n\n # \n\nShe left.\n", "She left."),
        ("I drop the name.\r\n#\r\nShe left.\r\nAgain.", "She left.\nAgain."),
        ("#\nShe left.", "She left."),
        ("I drop the name.\n**#**\nShe left.", "She left."),
        ("I drop it.\n#\n# Diary\n\nShe left. #sad\n#monday\n\n## Later\nShe came.", None),
        ("## Explanation\nI drop the name.\n#\nShe left.", "She left."),
        ("I drop the name.\n#\nFirst.\n#\nSecond.", "First.\n#\nSecond."),
        ("I drop the name.\n# She left.", "She left."),
        ("<think>\n#\nno\n</think>I drop the name.\n#\nShe left.", "She left."),
    ],
)
def test_the_text_is_all_that_follows_the_first_separator(answer: str, text: str | None) -> None:
    wanted = text if text is not None else answer.split("\n#\n", 1)[1]
    assert text_after_separator(answer, "Ana left.").text == wanted


@pytest.mark.parametrize(
    "answer",
    [
        GOOD,
        "I drop the name.\n\nShe left.",
        "#monday\nShe left.",
        "# Explanation\nI drop the name.\nShe left.",
        "# One\nI drop it.\n# Two\nShe left.",
        "",
    ],
)
def test_an_answer_without_separator_is_never_the_text(answer: str) -> None:
    with pytest.raises(ValueError, match="no line with a single #"):
        text_after_separator(answer, "Ana left.")


def test_a_heading_of_the_original_is_no_separator() -> None:
    with pytest.raises(ValueError, match="no line with a single #"):
        text_after_separator("I drop it.\n# Diary\nShe left.", "# Diary\nAna left.")


@given(st.text(max_size=200), st.text(alphabet="abc \n.", max_size=40))
def test_whatever_follows_the_separator_is_kept_whole(text: str, explanation: str) -> None:
    text = text.replace("\r\n", "\n")
    assert text_after_separator(f"{explanation}\n#\n{text}", "x").text == text.strip()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (STORY, "English"),
        ("Elle est née à Lyon et elle a travaillé dans une école avec des enfants qui ne parlaient pas.", "French"),
        ("Ela não mora em uma cidade grande, mas foi com o seu cão para o rio e não se arrepende.", "Portuguese"),
        ("Zij woont met de hond in een dorp en het is niet ver van de zee, maar er is ook een kerk.", "Dutch"),
        ("Ona nie jest z miasta, ale się do niego przeprowadziła i jest tam od lat z psem.", "Polish"),
        ("Она в деревне.", ""),
        ("彼女は犬と一緒に小さな村に住んでいます。", "Japanese"),
        ("", ""),
    ],
)
def test_languages_are_told_apart_and_unclear_ones_are_not_guessed(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "bad",
    [{"layout": "xml"}, {"window_tokens": 3}, {"temperature": 3.0}, {"min_ratio": 1.5}, {"max_ratio": 0.5}],
)
def test_rules_that_make_no_sense_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        RewriteRules(**bad)  # type: ignore[arg-type]
