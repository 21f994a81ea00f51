"""A small world for linkage: six patients with a question each, and a server that plays every part of the plan."""

import json
import re
from pathlib import Path

from gyges.corpus import write_documents, write_releases
from gyges.records import Document, Release
from gyges.runs.benchmark import BenchmarkPlan, DatasetChoice, LinkBlock, LinkPlan, MethodChoice
from gyges.testing import ChatRequest, schema_answer

CASES = {
    "a": ("a teacher from Porto", "a fever and a cough", "two sons", "flu"),
    "b": ("a welder from Kiel", "a fever and a sore throat", "three goats", "flu"),
    "c": ("a pilot from Oslo", "a fever and a headache", "a sailing boat", "flu"),
    "d": ("a clerk from Ghent", "a swollen toe", "old stamps", "gout"),
    "e": ("a baker from Faro", "a swollen red toe", "a cello", "gout"),
    "f": ("a tailor from Namur", "a swollen painful toe", "five hens", "gout"),
}
TOWNS = ("Porto", "Kiel", "Oslo", "Ghent", "Faro", "Namur")
AUTHOR_TAGS = (
    *("AGE", "SEX", "LOCATION", "PLACE_OF_BIRTH", "EDUCATION", "INCOME", "OCCUPATION", "RELATIONSHIP", "NAME"),
)
OPTIONS = {"A": "flu", "B": "gout"}


def document(id_: str) -> Document:
    job, ails, owns, answer = CASES[id_]
    text = (
        f"The patient is {job}. The patient has {ails}. The patient owns {owns}. The patient came with {job[2:6]} dust."
    )
    letter = "A" if answer == "flu" else "B"
    meta = {"question": "What ails the patient?", "options": OPTIONS, "answer": letter, "answer_text": answer}
    return Document(id_, text, meta=meta)  # type: ignore[arg-type]


def dataset(folder: Path) -> DatasetChoice:
    path = folder / "cases.jsonl"
    write_documents([document(id_) for id_ in CASES], path, force=True)
    return DatasetChoice("cases", str(path), reference="medqa")


def synthetic(folder: Path) -> Path:
    path = folder / "synthetic.jsonl"
    rows = [("Somebody has a fever.", "flu"), ("Somebody has a swollen toe.", "gout")]
    code = "question: What ails the patient? | answer_text: "
    releases = [Release(f"s{n}", text, "synthesize", {"control": code + a}) for n, (text, a) in enumerate(rows)]
    write_releases(releases, path, force=True)
    return path


def published(folder: Path) -> tuple[Path, Path]:
    """Write the same cases as MedQA publishes questions and as WildChat publishes conversations."""
    cases, chats = folder / "test.jsonl", folder / "wildchat.jsonl"
    rows = [document(id_) for id_ in CASES]
    with cases.open("w") as stream:
        for row in rows:
            ends = {f"ending{n}": words for n, words in enumerate(("flu", "gout", "mumps", "croup"))}
            label = list(OPTIONS).index(str(row.meta["answer"]))
            stream.write(
                json.dumps({"id": row.id, "sent1": f"{row.text} What ails the patient?", **ends, "label": label})
            )
            stream.write("\n")
    with chats.open("w") as stream:
        for row in rows:
            turns = [("user", row.text), ("assistant", "What can I do for the patient?"), ("user", "Write a note.")]
            said = [{"role": role, "content": content} for role, content in turns]
            stream.write(json.dumps({"conversation_id": row.id, "language": "English", "conversation": said}) + "\n")
    return cases, chats


def install(home: Path) -> None:
    """Write the same cases where published data sets are looked for."""
    for name in ("medqa", "wildchat"):
        (home / "data" / name).mkdir(parents=True, exist_ok=True)
    published(home / "data" / "medqa")
    (home / "data" / "medqa" / "wildchat.jsonl").rename(home / "data" / "wildchat" / "wildchat.jsonl")


def plan(folder: Path, *methods: str, linkage: LinkPlan | None = None, **more: object) -> BenchmarkPlan:
    chosen = tuple(MethodChoice(one) for one in methods)
    how = linkage or LinkPlan((LinkBlock(known=(1,), seeds=(1, 2)),))
    return BenchmarkPlan("links", datasets=(dataset(folder),), methods=chosen, linkage=how, **more)  # type: ignore[arg-type]


def answer(request: ChatRequest) -> str:
    """Take texts apart by sentences, rate claims by whether they stand there, choose by the toe, label by the fever."""
    words, asked = request.prompt, str(request.schema)
    fenced = re.findall(r"<<<([0-9a-f]{16})\n(.*?)\n\1>>>", words, flags=re.DOTALL)
    texts = [text for _, text in fenced]
    if "'ratings'" in asked:
        claims = re.findall(r"^\d+[.)] (.*)$", texts[1], flags=re.MULTILINE)
        rows = [{"number": n, "reason": "so", "rating": 1 if c in texts[0] else 3} for n, c in enumerate(claims, 1)]
        return json.dumps({"ratings": rows})
    if "'categories'" in asked:
        count = int(words.split("for each of the ")[1].split()[0])
        return json.dumps({"claims": [{"number": n, "categories": ["age"]} for n in range(1, count + 1)]})
    if "say each claim in other words" in words:
        return json.dumps({"claims": [f"I heard this: {text}" for text in texts]})
    if "as a list of claims" in words:
        return json.dumps({"claims": [part.strip() + "." for part in texts[0].split(".") if part.strip()]})
    if "'option'" in asked:
        return json.dumps({"reason": "so", "option": 2 if "toe" in texts[-2] else 1})
    if "'label'" in asked:
        return json.dumps({"label": 1 if "fever" in texts[0] else 2})
    if "'rating'" in asked:
        return json.dumps({"reason": "so", "rating": 4})
    if "'account'" in asked:
        return json.dumps({"account": re.sub(r"(?m)^(USER|CHATBOT): ", "", texts[0])})
    if "'attributes'" in asked:
        unsure = {"quotes": [], "reasoning": "nothing says so", "guesses": ["unknown"], "certainty": 1}
        return json.dumps({"attributes": [{"tag": tag, **unsure} for tag in AUTHOR_TAGS]})
    if "'replacement'" in asked:
        return json.dumps({"spans": [{"number": 1, "replacement": "some place"}]})
    if "'spans'" in asked:
        town = next((word for word in TOWNS if word in texts[0]), None)
        return json.dumps({"spans": [] if town is None else [{"quote": town, "kind": "place"}]})
    if texts and ("'text'" in asked or request.schema is None):
        text = _reworded(texts[0])
        return f"changed\n#\n{text}" if request.schema is None else json.dumps({"explanation": "so", "text": text})
    return schema_answer(request)


def _reworded(text: str) -> str:
    """Change a text once more each time, so that no rewrite is what it was made from."""
    for before, after in (("The patient", "Somebody"), ("Somebody", "One person"), ("One person", "A person")):
        if before in text:
            return text.replace(before, after)
    return text.replace("A person", "Somebody") if "A person" in text else f"{text} So it is."
