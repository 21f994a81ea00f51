"""Small bodies of sheets, and people who write them through the running server."""

from typing import Any

import httpx

PEOPLE_TEXT = "Ana Reis, 34, lives in Lisbon with Tom Okafor, a nurse at Santa Marta. 🙂 Ana Reis met Tom in Porto."


def fact(tag: str, value: str, said: str = "", certainty: int = 5, hardness: int = 1) -> dict[str, Any]:
    """Return a fact as a sheet holds it, with the words of the text that say so: its value unless others are given."""
    return {"tag": tag, "value": value, "certainty": certainty, "hardness": hardness, "evidence": [said or value]}


def person(id: str, description: str, *facts: dict[str, Any]) -> dict[str, Any]:
    """Return a person as a sheet holds them."""
    return {"id": id, "description": description, "facts": list(facts)}


def mention(words: str, type: str, identifier: str = "QUASI", entity: str = "", again: int = 0) -> dict[str, Any]:
    """Return a mention of words of the text, the first or a later one."""
    start = -1
    for _ in range(again + 1):
        start = PEOPLE_TEXT.index(words, start + 1)
    place = {"start": start, "end": start + len(words), "text": words}
    return {**place, "type": type, "identifier": identifier, "entity_id": entity}


def save(
    client: httpx.Client, kind: str, item: int | str, body: dict[str, Any], *, done: bool = True
) -> dict[str, Any]:
    """Save a sheet over whatever version is there."""
    seen = client.get(f"/api/sheets/{kind}/{item}").json()["version"]
    answer = client.put(f"/api/sheets/{kind}/{item}", json={"seen": seen, "body": body, "done": done})
    assert answer.status_code == 200, answer.text
    kept: dict[str, Any] = answer.json()
    return kept


ANA = {
    "subjects": [
        person(
            "0",
            "Ana Reis",
            fact("NAME", "Ana Reis"),
            fact("AGE", "34"),
            fact("LOCATION", "Lisbon / Portugal", "Lisbon"),
        ),
        person("1", "Tom Okafor, her partner", fact("NAME", "Tom Okafor"), fact("OCCUPATION", "Nurse", "nurse")),
    ]
}
BEN = {
    "subjects": [
        person("a", "Tom Okafor", fact("NAME", "Tom Okafor"), fact("OCCUPATION", "Teacher", "nurse")),
        person("b", "Ana Reis", fact("NAME", "Ana Reis"), fact("AGE", "34"), fact("LOCATION", "Portugal", "Lisbon")),
        person("c", "Marta, a saint", fact("NAME", "Marta")),
    ]
}
ANA_MARKS = {
    "mentions": [
        mention("Ana Reis", "PERSON", "DIRECT", "x"),
        mention("Ana Reis", "PERSON", "DIRECT", "x", again=1),
        mention("Lisbon", "LOC"),
    ]
}
BEN_MARKS = {
    "mentions": [
        mention("Ana Reis", "PERSON", "DIRECT", "1"),
        mention("Ana Reis", "PERSON", "DIRECT", "1", again=1),
        mention("Lisbon", "LOC", "NO_MASK"),
        mention("34", "DATETIME"),
    ]
}
