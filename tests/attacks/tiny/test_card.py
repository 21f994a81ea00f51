"""The model card speaks of the adapter that ships."""

import hashlib
import json
from importlib.resources import files

FOLDER = files("gyges.attacks.tiny")


def test_the_card_names_the_adapter_that_ships() -> None:
    adapter = hashlib.sha256((FOLDER / "adapter.gguf").read_bytes()).hexdigest()
    card = json.loads((FOLDER / "card.json").read_text(encoding="utf-8"))
    assert card["adapter"]["sha256"] == adapter
    assert adapter in (FOLDER / "card.md").read_text(encoding="utf-8")


def test_the_table_of_certainties_is_the_one_of_the_card() -> None:
    card = json.loads((FOLDER / "card.json").read_text(encoding="utf-8"))
    calibration = json.loads((FOLDER / "calibration.json").read_text(encoding="utf-8"))
    assert card["reliability"] == calibration["reliability"]
    kinds = {"AGE", "NAME", "PERSON", "author:AGE", "author:SEX"}
    assert kinds <= set(calibration["shares"])
