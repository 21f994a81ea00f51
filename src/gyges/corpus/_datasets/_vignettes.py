"""Exam questions about a patient: the account of the patient, and the question that is asked about it."""

import re

__all__ = ["split_vignette"]

_END = re.compile(r"(?<!\S)(?P<word>\S+)(?P<end>[.!?][\"'”’)\]]*)\s+(?=[\"'“‘(\[]*[A-Z])")
_NO_END = frozenset({"dr", "mr", "mrs", "ms", "st", "prof", "vs", "approx", "fig", "no"})


def split_vignette(text: str) -> tuple[str, str]:
    """Split an exam question into the account of the patient and the question: its last sentence.

    A text of one sentence is a question about nobody: the account is empty.

    Example:
        >>> split_vignette("A woman coughs. She saw Dr. Ray. What is it?")
        ('A woman coughs. She saw Dr. Ray.', 'What is it?')
    """
    whole = text.strip()
    ends = [end for end in _END.finditer(whole) if end["word"].lower().lstrip("(\"'") not in _NO_END]
    if not ends:
        return "", whole
    return whole[: ends[-1].end("end")], whole[ends[-1].end() :]
