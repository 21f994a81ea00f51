"""Models that say nothing in good form, runs killed while they ask, and facts that nobody scored: points 4, 10, 12."""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gyges.testing import ChatRequest, ModelServer, ServedOutcome
from hostile_attacks.disguised import readable_names
from hostile_attacks.disguises import DISGUISES
from hostile_attacks.paraphrases import originals, rewritten
from hostile_attacks.rows import LOW_GATE, accepting
from hostile_attacks.world import GATE, Audited, Ran, Row, Rows, Seen, World, attack, honest, results_in, texts_of

REFUSAL = "I'm sorry, but I can't help with identifying people in a text."
TAGS = ("NAME", "SEX", "AGE", "LOCATION", "OCCUPATION", "RELATIONSHIP")
AT_ONCE = 4
KILL_AFTER = 14
PATIENCE = 120.0
Answer = Callable[[ChatRequest], str]


def _said(request: ChatRequest) -> str:
    return " ".join("\n".join(message.content for message in request.messages).split())


def read_by_quotes(document: Row, text: str) -> Rows:
    """Return the people of a document with those facts whose words stand in a text: an honest reader who knows all."""
    flat, people = " ".join(text.split()), []
    for person in document["subjects"]:
        facts = []
        for fact in person["facts"]:
            quotes = [" ".join(quote.split()) for quote in fact["evidence"]][:4]
            if quotes and all(quote in flat for quote in quotes):
                facts.append({"tag": fact["tag"], "quotes": quotes, "value": fact["value"][:300], "certainty": 5})
        if facts:
            called = next((fact["quotes"][0] for fact in facts if fact["tag"] == "NAME"), facts[0]["quotes"][0])
            people.append({"called": called[:200], "description": "somebody", "how_many": 1, "facts": facts})
    return people


@dataclass(frozen=True)
class Reader:
    """A model that reads what is written, for documents it knows."""

    documents: Rows

    def document(self, request: ChatRequest) -> Row:
        """Return the document that a question is about: the one with most words in common."""
        words = set(_said(request).split())
        return max(self.documents, key=lambda one: len(words & set(one["text"].split())))

    def answer(self, request: ChatRequest) -> str:
        """Answer a question about the people of a text and what it gives away, asked in one."""
        return json.dumps({"people": read_by_quotes(self.document(request), _said(request))})


def _person(description: str, facts: Rows) -> str:
    person = {"called": "", "description": description, "how_many": 1, "facts": facts}
    return json.dumps({"people": [person]})


def _facts(value: str) -> Rows:
    return [{"tag": tag, "quotes": [], "value": value, "certainty": 1} for tag in TAGS]


SILENT: Mapping[str, str] = {
    "nobody": '{"people": []}',
    "refuses-in-description": _person(REFUSAL, []),
    "refuses-in-values": _person("a person", _facts(REFUSAL)),
    "unknown-in-values": _person("a person", _facts("unknown")),
    "somebody-invented": _person("John Smith, a man", [{**_facts("John Smith")[0], "certainty": 5}]),
}
"""Answers of models that read nothing, by name."""


def _sometimes(reader: Reader, silent: str, every: int) -> Answer:
    """Answer honestly, but for every so-manyth document say nothing."""

    def answer(request: ChatRequest) -> str:
        place = reader.documents.index(reader.document(request))
        return silent if place % every == 0 else reader.answer(request)

    return answer


def _asked(
    world: World, answer: Answer, releases: Rows, gate: str = GATE, role: tuple[str, ...] = ("--attacker",)
) -> Audited:
    with ModelServer(answer) as server:
        options = (*role, server.spec(), "--stages", "1", "--matcher", "rules", "--fail-under", gate)
        return world.audit("asked", releases, *options, home=world.path("home"))


def _silent(name: str, said: str, every: int) -> None:
    share = "all" if every == 1 else "half of"

    @attack(f"model-{name}-{share.split()[0]}", 4, f"exit 1: says nothing to {share} questions, originals published")
    def silent(world: World) -> Seen:
        answer = _sometimes(Reader(world.all_documents), said, every)
        audited = _asked(world, answer, texts_of(world.documents), GATE if every == 1 else LOW_GATE)
        return Seen(audited.ran.status == 1, f"{audited.told}; {audited.ran.why}")


for _name, _said_ in SILENT.items():
    for _every in (1, 2):
        _silent(_name, _said_, _every)


ROLES = {"confirms": ("--confirm",), "beside-rules": ("--attacker", "rules", "--attacker")}
"""What else a model can be asked to do in an audit, by name, with the options before its own name."""


def _in_a_role(name: str, role: tuple[str, ...]) -> None:
    @attack(f"model-{name}-silent", 4, "exit 1: rules read honest masks, and a model beside them finds nobody")
    def silent(world: World) -> Seen:
        answer = _sometimes(Reader(world.all_documents), SILENT["nobody"], 1)
        audited = _asked(world, answer, texts_of(world.released("mask")), LOW_GATE, role)
        return Seen(audited.ran.status == 1 and "weak" in audited.ran.why, f"{audited.told}; {audited.ran.why}")

    @honest(f"model-{name}-reads", 4, "exit 0: rules read honest masks, and a model beside them reads")
    def reads(world: World) -> Seen:
        answer = Reader(world.all_documents).answer
        audited = _asked(world, answer, texts_of(world.released("mask")), LOW_GATE, role)
        return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


for _name, _role in ROLES.items():
    _in_a_role(_name, _role)


@attack("model-reads-originals", 4, "exit 1: a model that reads, and the releases are the originals")
def model_reads_originals(world: World) -> Seen:
    """Audit originals by a reader who reads: the gate has to see it."""
    audited = _asked(world, Reader(world.all_documents).answer, texts_of(world.documents))
    return Seen(audited.ran.status == 1, f"{audited.told}; {audited.ran.why}")


@honest("model-reads-masks", 4, "exit 0: a model that reads, and honest masks")
def model_reads_masks(world: World) -> Seen:
    """Audit honest masks by a reader who reads."""
    audited = _asked(world, Reader(world.all_documents).answer, texts_of(world.released("mask")), LOW_GATE)
    return Seen(audited.ran.status == 0, f"{audited.told}; {audited.ran.why}")


def _tiny() -> Rows:
    """Return three short notes whose facts nobody finds by cues."""
    texts = {
        "w1": ("Back from the ward at six again, feet like lead. Mr B in bed nine asked for his pills twice.", "Nurse"),
        "w2": ("Chalk all over my sleeves, thirty essays to mark before Monday, and the bell rang early.", "Teacher"),
        "w3": ("Two fares to the airport before dawn, then nothing until the trains were late at noon.", "Taxi driver"),
    }
    return [
        {
            "id": id_,
            "text": text,
            "subjects": [
                {
                    "id": "0",
                    "description": "who writes",
                    "facts": [
                        {"tag": "OCCUPATION", "value": job, "certainty": 5, "hardness": 3, "evidence": [text[:24]]}
                    ],
                }
            ],
        }
        for id_, (text, job) in texts.items()
    ]


@honest("weak-reader-accepted", 4, "exit 0, or exit 1 that names an option; with it exit 0 and it is in the results")
def weak_reader_accepted(world: World) -> Seen:
    """Audit a tiny honest corpus of which the rules read next to nothing."""
    originals = world.write("tiny", _tiny())
    releases = [{**row, "text": row["text"].replace("at six", "late").replace("thirty", "many")} for row in _tiny()]
    gate = ("--attacker", "rules", "--fail-under", "cpr=0.1")
    first, folder = world.audit_folder("tiny", texts_of(releases), *gate, originals=originals)
    if first.status == 0:
        return Seen(True, f"exit 0 at once; {Audited(first, results_in(folder)).told}")
    options = accepting(world, first)
    again, folder = world.audit_folder("accepted", texts_of(releases), *gate, *options, originals=originals)
    name = (options or [""])[0].removeprefix("--").split("=")[0].replace("-", "_")
    kept = bool(name) and name in json.dumps(results_in(folder)).replace("-", "_")
    told = f"named {' '.join(options) or 'no option'}; exit {again.status}; {'in' if kept else 'not in'} the results"
    return Seen(again.status == 0 and kept, f"{told}; {again.why or first.why}")


@honest("weak-model-accepted", 4, "exit 0, or exit 1 that names an option; with it exit 0 and it is in the results")
def weak_model_accepted(world: World) -> Seen:
    """Audit honest masks by a model that reads every other text only, and accept that by name."""
    answer = _sometimes(Reader(world.all_documents), SILENT["nobody"], 2)
    releases, home = texts_of(world.released("mask")), world.path("home")
    with ModelServer(answer) as server:
        asked = ("--attacker", server.spec(), "--stages", "1", "--matcher", "rules", "--fail-under", LOW_GATE)
        first = world.audit("weak", releases, *asked, home=home)
        if first.ran.status == 0:
            return Seen(True, f"at once: {first.told}")
        options = accepting(world, first.ran)
        again = world.audit("accepted", releases, *asked, *options, home=home)
    kept = bool(options) and options[-1] in json.dumps(again.results)
    told = f"named {' '.join(options) or 'no option'}; {again.told}; {'in' if kept else 'not in'} the results"
    return Seen(again.ran.status == 0 and kept, f"{told}; {again.ran.why or first.ran.why}")


# 6: a model that copies instead of rewriting

COPIES = tuple(
    f"{name}-in-names"
    for name in ("zero-width", "soft-hyphens", "tag-characters", "entities-hex", "homoglyphs", "spaced-letters")
)


def _rewritten(world: World, source: Path, rewrite: Callable[[str], str], documents: Rows) -> tuple[Ran, Rows]:
    """Release texts by a model that answers with what `rewrite` makes of a document's id."""
    reader, out = Reader(documents), world.path("out.jsonl")

    def answer(request: ChatRequest) -> str:
        return json.dumps({"explanation": "", "text": rewrite(str(reader.document(request)["id"]))})

    with ModelServer(answer) as server:
        words = ("anonymize", source, "--method", "dp-prompt", "--model", server.spec(), "--strict", "--keep-ids")
        ran = world.gyges(*words, "-o", out, "--out", world.path("run"), home=world.path("home"))
    lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    return ran, [json.loads(line) for line in lines]


def _copies(name: str) -> None:
    @attack(f"model-copies-{name}", 6, "--strict publishes no name that can be read")
    def copies(world: World) -> Seen:
        known = {str(row["id"]): row for row in originals()}
        texts = {id_: DISGUISES[name](row["text"]) for id_, row in known.items()}
        ran, made = _rewritten(world, world.write("plain", originals()), texts.__getitem__, originals())
        left = sum(len(readable_names(known[row["id"]], row["text"])) for row in made)
        return Seen(not left, f"exit {ran.status}; {left} names can be read in {len(made)} published releases")


for _name in COPIES:
    _copies(_name)


@honest("model-rewrites", 6, "exit 0: a model that says it in other words, without names")
def model_rewrites(world: World) -> Seen:
    """Release rewrites by hand, as if a model had made them."""
    texts = {row["id"]: row["text"] for row in rewritten()}
    ran, made = _rewritten(world, world.write("plain", originals()), texts.__getitem__, originals())
    return Seen(ran.status == 0 and len(made) == len(texts), f"exit {ran.status}; {len(made)} released; {ran.why}")


# 10: killed while it asks


@contextmanager
def _slow_server(world: World) -> Iterator[ModelServer]:
    with ModelServer(Reader(world.all_documents).answer, latency=0.15) as server:
        yield server


def _paid(server: ModelServer) -> int:
    return sum("chat" in one.path and one.outcome is ServedOutcome.ANSWERED for one in server.requests)


def _reported(folder: Path) -> int | None:
    """Return the calls that a run says it made, wherever it keeps them."""
    for name in ("results.json", "summary.json"):
        path = folder / name
        if path.exists() and (cost := json.loads(path.read_text(encoding="utf-8")).get("cost")):
            return int(cost["calls"])
    return None


def _killed(world: World, words: Callable[[ModelServer, Path], list[object]], kills: int) -> Seen:
    settings, folder, home = world.path("gyges.yaml"), world.path("killed"), world.path("home")
    settings.write_text(f"concurrency: {AT_ONCE}\n", encoding="utf-8")
    with _slow_server(world) as server:
        command = [*words(server, folder), "--config", settings, "--out", folder]
        for _ in range(kills):
            before, started = _paid(server), world.start(*command, home=home)
            patience = time.monotonic() + PATIENCE
            while _paid(server) < before + KILL_AFTER and time.monotonic() < patience:
                time.sleep(0.02)
            started.kill()
        ended = world.gyges(*command, home=home)
        paid, reported = _paid(server), _reported(folder)
    held = ended.status in (0, 1) and reported is not None and paid - kills * AT_ONCE <= reported <= paid + AT_ONCE
    return Seen(held, f"exit {ended.status}; {reported} calls reported, {paid} answered by the server; {ended.why}")


def _audit_words(world: World) -> Callable[[ModelServer, Path], list[object]]:
    releases = world.once("masks to ask about", lambda: world.write("masks", texts_of(world.released("mask"))))
    more = ["--stages", "1", "--matcher", "rules"]
    return lambda server, _: ["audit", world.originals, releases, "--attacker", server.spec(), *more]


def _kill(kills: int) -> None:
    listed = attack if kills else honest
    name = f"killed-audit-{kills}" if kills else "undisturbed-audit"

    @listed(name, 10, f"after {kills} kills the calls reported are those the server answered, but for those on the way")
    def kill(world: World) -> Seen:
        return _killed(world, _audit_words(world), kills)


for _kills in (0, 1):
    _kill(_kills)


# 12: facts that nobody scored

SHARED_TAGS = ("SEX", "NATIONALITY", "LOCATION")


@attack("unscored-facts", 12, "more than 13 % of the facts have no score: exit 1 on coverage")
def unscored_facts(world: World) -> Seen:
    """Read in honest masks one "somebody" a document, of whom is told what most people of it share."""
    rows, out, read = list(world.bundled.values())[:10], world.path("masks.jsonl"), world.path("read.jsonl")
    originals = world.write("shared", rows)
    words = ("anonymize", originals, "--method", "mask", "--keep-ids", "-o", out, "--out", world.path("run"))
    assert world.gyges(*words).status == 0
    releases = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    known = {row["id"]: [{"description": "somebody", "facts": _shared(row)}] for row in rows}
    lines = [{"id": row["id"], "text": row["text"], "people": known[row["id"]]} for row in releases]
    read.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    asked = ("--attacker", f"recorded:{read}", "--accept", "weak-reader", "--fail-under", LOW_GATE)
    audited = world.audit("shared", releases, *asked, originals=originals)
    coverage = audited.results["coverage"]
    unscored, facts = int(coverage["unscored"]), int(coverage["facts"])
    told = f"{unscored} of {facts} facts have no score; {audited.ran.why}"
    if unscored < 0.13 * facts:
        return Seen(None, f"could be scored after all: {told}")
    return Seen(audited.ran.status == 1 and "judged" in audited.ran.err, f"{audited.told}; {told}")


def _shared(document: Row) -> Rows:
    """Return the commonest values of a document, of tags that many people share."""
    facts = [fact for person in document["subjects"] for fact in person["facts"]]
    values = {tag: Counter(fact["value"] for fact in facts if fact["tag"] == tag) for tag in SHARED_TAGS}
    return [
        {"tag": tag, "value": counts.most_common(1)[0][0], "certainty": 4} for tag, counts in values.items() if counts
    ]
