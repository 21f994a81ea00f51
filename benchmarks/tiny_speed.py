"""How fast is the attacker ``tiny`` with two slots, and how much memory does it take?

Run: python benchmarks/tiny_speed.py [COURT.jsonl] [POSTS.jsonl]   (needs: gyges models get tiny)
Exit 1 below 0.12 court-length or 1 post-length documents a second, or above 1 GB. Without files, texts of 3,900 and of
300 characters are put together from the bundled corpus.
"""

import resource
import sys
import time

import anyio

from gyges.attacks import Attack
from gyges.attacks.tiny import TinyAttack, TinyModel, open_tiny
from gyges.corpus import bundled_corpus, read_documents

COURT, POST = 3900, 300
LEAST = {"court": 0.12, "post": 1.0}
MOST_MEGABYTES = 1024
MOST_TEXTS = {"court": 12, "post": 60}


def texts(name: str, length: int, place: int) -> list[str]:
    """Return the texts to read."""
    if len(sys.argv) > place:
        found = [document.text for document in read_documents(sys.argv[place])]
    else:
        whole = "\n\n".join(document.text for document in bundled_corpus())
        found = [whole[start : start + length] for start in range(0, len(whole) - length, length)]
    return found[: MOST_TEXTS[name]]


async def per_second(attack: Attack, chosen: list[str]) -> float:
    """Read all texts, as many at a time as there are slots, and return how many were read a second."""
    started = time.perf_counter()
    async with anyio.create_task_group() as group:
        for number, text in enumerate(chosen):
            group.start_soon(_read, attack, text, str(number))
    return len(chosen) / (time.perf_counter() - started)


async def _read(attack: Attack, text: str, id: str) -> None:
    await attack.attack(text, id=id)


async def main() -> int:
    """Measure and report."""
    model: TinyModel = open_tiny()
    attack = TinyAttack(model)
    await attack.attack("Ana Lopez, a nurse, lives in Porto.", id="warm-up")
    good = True
    for place, (name, length) in enumerate((("court", COURT), ("post", POST)), start=1):
        chosen = texts(name, length, place)
        rate = await per_second(attack, chosen)
        mean = sum(map(len, chosen)) / len(chosen)
        print(f"{name}: {rate:.2f} documents a second ({len(chosen)} of {mean:,.0f} characters)")
        good &= rate >= LEAST[name]
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{megabytes:.0f} MB")
    return 0 if good and megabytes <= MOST_MEGABYTES else 1


if __name__ == "__main__":
    sys.exit(anyio.run(main))
