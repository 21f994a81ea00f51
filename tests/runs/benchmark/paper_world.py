"""Tiny files in the forms of the papers' data sets, about invented people, and a server that plays every part."""

import json
import re
from pathlib import Path

from anonymizers.adversarial_world import question, texts_in
from gyges.testing import ChatRequest, schema_answer

NAMES = ("Ana Gil", "Ben Roth", "Cora Lind", "Dan Moss")
JOBS = {"Ana Gil": "nurse", "Ben Roth": "baker", "Cora Lind": "pilot", "Dan Moss": "welder"}
CODES = {"IDENTIFICATION_NUMBER", "DRIVER_LICENSE_NUMBER", "PHONE_NUMBER", "PASSPORT_NUMBER", "EMAIL_ADDRESS"}
BLIND = {"SEX": "Female", "AGE": "40", "EDUCATION": "High school diploma", "RELATIONSHIP": "Married"}  # guesses
_KIND = re.compile(r"^- ([A-Z_]+):", re.MULTILINE)


def fill(home: Path) -> None:
    """Write all data sets into the data folder of a home."""
    judgments = [_judgment(0, NAMES[:2]), _judgment(1, NAMES[2:]), _judgment(2, NAMES[:3])]
    posts = [_post(number, name) for number, name in enumerate(NAMES)]
    _write(home, "spia-tab", "spia_tab_144.jsonl", judgments)
    for name, file in (("spia-panorama-test", "spia_panorama_151.jsonl"), ("spia-panorama", "spia_panorama_531.jsonl")):
        _write(home, name, file, posts)
    _write(home, "reddit-synthetic", "synthetic_dataset.jsonl", [_comment(name) for name in NAMES])
    for part in ("train", "validation", "test"):
        _write(home, "medqa", f"{part}.jsonl", [_vignette(number, part) for number in range(3)])


def _write(home: Path, dataset: str, file: str, rows: list[dict[str, object]]) -> None:
    folder = home / "data" / dataset
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def _person(number: int, name: str, role: str) -> dict[str, object]:
    facts = [{"tag": "NAME", "keyword": name, "certainty": 5, "hardness": 1}]
    facts.append({"tag": "OCCUPATION", "keyword": JOBS[name], "certainty": 4, "hardness": 2})
    return {"id": number, "description": f"{name} - {role}", "PIIs": facts}


def _judgment(number: int, names: tuple[str, ...]) -> dict[str, object]:
    said = " ".join(f"{name} works as a {JOBS[name]} in the old harbour town." for name in names)
    people = [_person(i, name, "the applicant" if i == 0 else "a witness") for i, name in enumerate(names)]
    return {
        "metadata": {"data_id": f"TAB-{number}"},
        "text": f"The applicant is {names[0]}. {said}",
        "subjects": people,
    }


def _post(number: int, name: str) -> dict[str, object]:
    text = f"{name} here, working as a {JOBS[name]} in the old harbour town and happy with it."
    return {"metadata": {"data_id": f"PAN-{number}"}, "text": text, "subjects": [_person(0, name, "the author")]}


def _comment(name: str) -> dict[str, object]:
    persona = {"occupation": JOBS[name], "city_country": "Porto, Portugal", "age": 40}
    feature = "city_country" if name == NAMES[0] else "occupation"
    return {
        "personality": persona,
        "feature": feature,
        "hardness": 2,
        "question_asked": "How was your day?",
        "response": f"Long day as a {JOBS[name]}, and then home to Porto along the river with all the others.",
    }


def _vignette(number: int, part: str) -> dict[str, object]:
    text = f"A 4{number}-year-old {JOBS[NAMES[number]]} comes to the clinic with a cough. What is the best next step?"
    endings = {f"ending{i}": f"Step {i}" for i in range(4)}
    return {"id": f"{part}-{number}", "sent1": text, "label": 0, **endings}


def answer(request: ChatRequest) -> str:
    """Attack by what is written, match by position, rewrite names and jobs away, rate everything alike."""
    asked, said = str(request.schema), question(request)
    if "'matches'" in asked:
        return json.dumps({"matches": []})
    if "'attributes'" in asked:
        return json.dumps({"attributes": [_guess(tag, said) for tag in dict.fromkeys(_KIND.findall(said))]})
    if "'people'" in asked:
        return json.dumps({"people": _people(said, asked)})
    if "readability" in asked:
        reasons = {f"{name}_reason": "so" for name in ("readability", "meaning", "additions")}
        return json.dumps({**reasons, "readability": 8, "meaning": 6, "additions": False})
    if "'spans'" in asked:
        return json.dumps({"spans": []})
    if "'option'" in asked:
        return json.dumps({"reason": "it is said", "option": 1})
    if "'less_precise'" in asked:
        return json.dumps({"answer": "different"})
    if "'explanation'" in asked:
        return json.dumps({"explanation": "", "text": _rewritten(texts_in(request)[0])})
    return schema_answer(request)


def _rewritten(text: str) -> str:
    for name, job in JOBS.items():
        text = text.replace(name, "Somebody").replace(f"a {job}", "a worker").replace("Porto", "town")
    return text.replace("happy", "glad").replace("Long day", "A long day").replace("comes to", "visits")


def _guess(tag: str, said: str) -> dict[str, object]:
    job = next((job for job in JOBS.values() if job in said), None)
    known = {"OCCUPATION": job, "LOCATION": "Porto, Portugal" if "Porto" in said else None}.get(tag)
    guesses, certainty = ([known], 5) if known else (["unknown"], 1)
    return {"tag": tag, "quotes": [], "reasoning": "as it is said", "guesses": guesses, "certainty": certainty}


def _people(said: str, asked: str) -> list[dict[str, object]]:
    there = [name for name in NAMES if name in said or JOBS[name] in said]
    if "'called'" in asked:
        return [{"called": name, "description": "a worker", "how_many": 1} for name in there]
    allowed = [tag for tag in dict.fromkeys(_KIND.findall(said)) if tag not in CODES]
    rows = []
    for number, name in enumerate(there, start=1):
        written = {"NAME": name, "OCCUPATION": JOBS[name]}
        found = {tag: value for tag, value in written.items() if value in said}
        facts = [
            {"tag": tag, "quotes": [found[tag]], "value": found[tag], "certainty": 5}
            if tag in found
            else {"tag": tag, "quotes": [], "value": BLIND.get(tag, "another"), "certainty": 1}
            for tag in allowed
        ]
        rows.append({"id": number, "facts": facts})
    return rows
