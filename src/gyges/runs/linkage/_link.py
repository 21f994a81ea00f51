"""The linkage attack: from a few known facts to the released record, and from the record to the rest."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from gyges.attacks.linkage import (
    Auxiliary,
    Claim,
    Claimer,
    ModelClaimer,
    Ranked,
    RecordLinker,
    RulesClaimer,
    draw_auxiliary,
    match_known,
    open_linker,
    paraphrase,
)
from gyges.errors import InputError
from gyges.models import ModelPool, Spending
from gyges.reading import unread_kinds
from gyges.records import Document, JsonValue, Release
from gyges.runs._events import Listener
from gyges.runs._spending import paid_in
from gyges.runs.linkage._across import across_documents
from gyges.runs.linkage._figures import lexical_figures, linkage_figures, rate_row, set_figures
from gyges.runs.linkage._pairing import Pairing, pair_records
from gyges.runs.linkage._stages import (
    Computer,
    LinkOptions,
    LinkRun,
    RecordSearch,
    remote_categories,
    take_in,
)
from gyges.runs.linkage._utility import task_utility
from gyges.runs.workers import Jobs, workers_for
from gyges.scoring import RateRow
from gyges.scoring.semantic import (
    UNCATEGORISED,
    LeftOutRecord,
    LinkCoverage,
    LinkedRecord,
    LinkResults,
    PersonAcross,
    RatedRecord,
    Semantic,
    SemanticRates,
    categories_by_model,
    distance_histogram,
    embedding_distance,
    leaks_by_category,
    mauve_distance,
    semantic_distance,
)

_Records: TypeAlias = Mapping[str, str] | Mapping[str, Sequence[str]]
"""Records by id: their texts, or their claims."""

_NAMED = 2  # the best record, and the next one for the margin

_LINKED_HERE = ("bm25",)
"""Linkers for which workers are not worth it: they would take longer to take in the records than to search them."""

_SETTINGS = (
    *("linker", "analyzer", "embedder", "claimer", "draw", "known", "seed", "paraphraser", "judge", "samples"),
    *("categories", "paired", "tasks"),
)
"""What results files tell of the options."""

BY_RULES = "rules, which see wording and not meaning: what leaks by rules is a lower bound of what leaks"


async def link_corpus(
    originals: Iterable[Document],
    releases: Iterable[Release],
    folder: Path,
    pool: ModelPool,
    *,
    options: LinkOptions,
    listener: Listener | None = None,
    announce: Callable[[], None] = lambda: None,
    jobs: Jobs = None,
) -> LinkResults:
    """Attack released records by linkage."""
    reader = options.claimer if options.claimer == "rules" else None
    pairing = pair_records(originals, releases, paired=options.paired, as_made=options.as_made, reader=reader)
    run = LinkRun(folder, listener, pool.settings.prompts)
    attack = _Attack(pairing, options, pool, run)
    attack.open_models()
    announce()
    with paid_in(folder) as paid:
        async with workers_for(jobs, [pairing.characters]) as workers:
            attack = replace(attack, run=replace(run, computer=Computer(workers)), paid=paid)
            return await (await attack.searchable()).go()


@dataclass(frozen=True, slots=True)
class _Known:
    """Claims of the originals and what the attacker knows of them."""

    claims: Mapping[str, tuple[Claim, ...]]
    auxiliary: Mapping[str, Auxiliary]
    failures: Mapping[str, str]

    def indices(self, id_: str) -> frozenset[int]:
        return frozenset(self.auxiliary[id_].known)


@dataclass(frozen=True, slots=True)
class _Attack:
    pairing: Pairing
    options: LinkOptions
    pool: ModelPool
    run: LinkRun
    paid: Spending = field(default_factory=Spending)
    released: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The claims of releases, where they are needed; they are made by the maker of the claims of originals."""

    async def searchable(self) -> "_Attack":
        """Take releases apart where they are compared claim by claim; what cannot be is listed as failed."""
        by_claim = self._linker().over_claims
        if not by_claim and self.options.embedder is None:
            return self
        documents = [Document(id_, text) for id_, text in self.pairing.records.items()]
        found, failures = await self.run.claims(documents, self._claimer(), "claims of releases")
        claims = {id_: [claim.text for claim in some] for id_, some in found.items() if some}
        reasons = {id_: "no claim was found in it" for id_ in found if id_ not in claims} | dict(failures)
        pairing = self.pairing.without(reasons) if by_claim and reasons else self.pairing
        return replace(self, pairing=pairing, released=claims)

    def open_models(self) -> None:
        """Open everything that will be asked, so that a host or key that is missing shows before any text is sent."""
        self._claimer()
        for model in (self.options.paraphraser, self.options.judge):
            if model is not None:
                self.pool.model(model)

    async def go(self) -> LinkResults:
        known = await self._known()
        linker = self._linker()
        searched = self.released if linker.over_claims else self.pairing.records
        ranked = await self._link(linker, searched, known, paired=self.options.paired)
        linked = {id_: row.linked for id_, row in ranked.items()}
        records = {id_: self.pairing.records[to] for id_, to in linked.items() if to is not None}
        rated = await self._rated(known, records)
        lost = self._lost(known)
        semantic = semantic_distance(rated, lost=len(lost))
        texts = {id_: (self.pairing.originals[id_].text, records.get(id_)) for id_ in ranked}
        categories = await self._categories(known)
        against = await self._control_records(known) if self.options.controls else {}
        controls = {name: {row.id: row.distance for row in rows} for name, rows in against.items()}
        found = [_record(row, ranked[row.id], known, controls, paired=self.options.paired) for row in rated]
        return LinkResults(
            settings=self._settings(),
            linkage=linkage_figures(ranked, self.pairing.records, paired=self.options.paired, lost=len(lost)),
            semantic=self._semantic(semantic, known, linked, found),
            lexical=await lexical_figures(
                texts, {id_: known.auxiliary[id_].texts for id_ in ranked}, self.run.computer
            ),
            controls=await self._controls(known, ranked, rated, against) if self.options.controls else {},
            categories={name: rate_row(rate) for name, rate in leaks_by_category(rated, categories).items()},
            coverage=self._coverage(known, lost),
            across=self._across(ranked, searched),
            **(await self._as_a_set() if self.options.whole else {}),
            cost=self.paid.to_json(),
            records=found,
        )

    def _across(self, ranked: Mapping[str, Ranked], searched: _Records) -> list[PersonAcross]:
        if self.options.person_field is None:
            return []
        linker = self._linker()
        take_in(linker, searched)
        return across_documents(self.pairing, ranked, linker, self.options.person_field)

    async def _as_a_set(self) -> dict[str, dict[str, RateRow]]:
        options, utility = self.options, dict[str, RateRow]()
        if options.judge is not None:
            utility = await task_utility(self.pairing, self.run, self.pool.model(options.judge), options)
        return {"utility": utility, "sets": await set_figures(self.pairing, self.run.computer, seed=options.seed)}

    def _claimer(self) -> Claimer:
        spec = self.options.claimer
        return RulesClaimer() if spec == "rules" else ModelClaimer(self.pool.model(spec))

    def _linker(self) -> RecordLinker:
        return open_linker(self.options.linker, analyzer=self.options.analyzer, model=self.options.embedder)

    async def _link(
        self, linker: RecordLinker, records: _Records, known: _Known, *, paired: bool = True
    ) -> dict[str, Ranked]:
        """Look for everybody among records, in workers if that is what takes long."""
        options, computer, ids = self.options, self.run.computer, list(known.auxiliary)
        tasks = [(known.auxiliary[id_].texts, id_ if paired else None) for id_ in ids]
        if computer.workers is None or options.linker in _LINKED_HERE or options.embedder is not None:
            take_in(linker, records)
            rows = linker.link([query for query, _ in tasks], top=_NAMED, truths=[truth for _, truth in tasks])
        else:
            rows = await computer.all(RecordSearch(options.linker, options.analyzer, records, _NAMED), tasks, "linking")
        return dict(zip(ids, rows, strict=True))

    async def _known(self) -> _Known:
        options = self.options
        claims, failures = await self.run.claims(list(self.pairing.originals.values()), self._claimer())
        failures = dict(failures) | {id_: "no claim was found in it" for id_, found in claims.items() if not found}
        claims = {id_: found for id_, found in claims.items() if found}
        if options.auxiliary:
            given = {id_: match_known(row, claims[id_]) for id_, row in options.auxiliary.items() if id_ in claims}
            if not given:
                raise InputError("nothing is known about any of these records", "check the ids of the auxiliary file")
            failures |= {id_: "nothing is known about it" for id_ in claims if id_ not in given}
            drawn = given
        else:
            drawn = {
                id_: draw_auxiliary(id_, found, how=options.draw, k=options.known, seed=options.seed)
                for id_, found in claims.items()
            }
        if options.paraphraser is not None:
            drawn, unparaphrased = await self._paraphrased(drawn)
            failures |= unparaphrased
        if not drawn:
            raise InputError(
                "no original could be taken apart into claims",
                f"the first reason: {next(iter(failures.values()), 'none was given')}",
            )
        return _Known({id_: claims[id_] for id_ in drawn}, drawn, failures)

    async def _paraphrased(self, drawn: Mapping[str, Auxiliary]) -> tuple[dict[str, Auxiliary], dict[str, str]]:
        model = self.pool.model(str(self.options.paraphraser))

        async def work(document: Document) -> JsonValue:
            return list((await paraphrase(drawn[document.id], model)).texts)

        asked = [Document(id_, "\n".join(row.texts)) for id_, row in drawn.items()]
        done = await self.run.step("paraphrase", asked, work, {"model": model.name})
        found = {id_: replace(drawn[id_], texts=tuple(texts)) for id_, texts in done.values.items()}  # type: ignore[arg-type]
        return found, {id_: f"what is known could not be paraphrased: {why}" for id_, why in done.failures.items()}

    async def _rated(self, known: _Known, records: Mapping[str, str]) -> list[RatedRecord]:
        judge = self.pool.model(self.options.judge) if self.options.judge else None
        ratings = await self.run.ratings(known.claims, records, judge, self.options.samples)
        return [
            RatedRecord(id_, ratings.get(id_, ()), known.indices(id_), linked=id_ in records) for id_ in known.auxiliary
        ]

    def _own(self, known: _Known) -> dict[str, str]:
        return {id_: document.text for id_, document in self.pairing.originals.items() if id_ in known.auxiliary}

    async def _control_records(self, known: _Known) -> dict[str, list[RatedRecord]]:
        """Do the same without linking, without the record, with a wrong record, and with the originals."""
        own = self._own(known)
        settings = {
            "oracle": {id_: self.pairing.records[id_] for id_ in own if self.options.paired},
            "known_alone": {id_: "\n".join(known.auxiliary[id_].texts) for id_ in own},
            "random": self._random(known),
            "original": own,
        }
        return {name: await self._rated(known, records) for name, records in settings.items() if records}

    async def _controls(
        self,
        known: _Known,
        ranked: Mapping[str, Ranked],
        rated: Sequence[RatedRecord],
        against: Mapping[str, Sequence[RatedRecord]],
    ) -> dict[str, RateRow]:
        """Return the figures of the controls, and those of links that are right and of links to the originals."""
        own = self._own(known)
        controls = {name: rate_row(semantic_distance(rows).distance) for name, rows in against.items()}
        right = [row for row in rated if ranked[row.id].linked == row.id]
        if right and self.options.paired:
            controls["given_a_correct_link"] = rate_row(semantic_distance(right).distance)
        linker = self._linker()
        claims = {id_: [claim.text for claim in known.claims[id_]] for id_ in own}
        among_own = await self._link(linker, claims if linker.over_claims else own, known)
        correct = linkage_figures(among_own, own, paired=True).correct
        return controls if correct is None else {**controls, "original_linkage": correct}

    def _random(self, known: _Known) -> dict[str, str]:
        """Return for each original the release of somebody else, the same one in every run."""
        pool = sorted(self.pairing.records)
        chosen: dict[str, str] = {}
        for id_ in known.auxiliary:
            chance = random.Random(f"{self.options.seed}\0{id_}")  # noqa: S311  # repeatable on purpose
            place = chance.randrange(len(pool))
            other = pool[place] if pool[place] != id_ else pool[place - 1]
            if other != id_:  # there may be no other record
                chosen[id_] = self.pairing.records[other]
        return chosen

    async def _categories(self, known: _Known) -> dict[str, list[tuple[str, ...]]]:
        """Sort claims by kind: by the judge, or by the facts the embedded engine reads in their source."""
        which, settings = self.options.categories, {"judge": None, "which": self.options.categories}
        if self.options.judge is None:
            asked = [
                Document(
                    id_, self.pairing.originals[id_].text, meta={"claims": [[one.start, one.end] for one in claims]}
                )
                for id_, claims in known.claims.items()
            ]
            remote = partial(remote_categories, which)
            done = await self.run.step("categories", asked, remote(), settings, remote=remote)
        else:
            judge = self.pool.model(self.options.judge)

            async def work(document: Document) -> JsonValue:
                claims = [claim.text for claim in known.claims[document.id]]
                return [list(row) for row in await categories_by_model(judge, claims, which)]

            asked = [Document(id_, "\n".join(one.text for one in claims)) for id_, claims in known.claims.items()]
            done = await self.run.step("categories", asked, work, {**settings, "judge": judge.name})
        nothing = {id_: [(UNCATEGORISED,)] * len(known.claims[id_]) for id_ in done.failures}
        return nothing | {id_: [tuple(row) for row in rows] for id_, rows in done.values.items()}  # type: ignore[union-attr, arg-type]

    def _semantic(
        self, rates: SemanticRates, known: _Known, linked: Mapping[str, str | None], found: Sequence[LinkedRecord]
    ) -> Semantic:
        """Add the spread of distances, and embedding distance and MAUVE where there are models for them."""
        embedding = mauve = None
        if self.options.embedder is not None:
            pairs = []
            for id_, to in linked.items():
                unknown = [c.text for n, c in enumerate(known.claims[id_]) if n not in known.indices(id_)]
                pairs.append((unknown, self.released.get(to, ()) if to is not None else ()))
            embedding = rate_row(embedding_distance(pairs, self.options.embedder))
        if self.options.mauve is not None:
            texts = [document.text for document in self.pairing.originals.values()]
            mauve = mauve_distance(texts, list(self.pairing.records.values()), self.options.mauve)
        return Semantic(
            distance=rate_row(rates.distance),
            with_known=rate_row(rates.with_known),
            leaked=rate_row(rates.leaked),
            judged=rate_row(rates.judged),
            left_out=rates.left_out,
            by=BY_RULES if self.options.judge is None else self.options.judge,
            embedding_distance=embedding,
            mauve_distance=mauve,
            histogram=distance_histogram((row.distance, row.correct) for row in found),
        )

    def _settings(self) -> dict[str, JsonValue]:
        options = self.options
        given: dict[str, JsonValue] = {name: getattr(options, name) for name in _SETTINGS}
        given |= {"judge": options.judge or "rules", "samples": options.samples if options.judge else None}
        given |= {"draw": "given", "known": None} if options.auxiliary else {}
        prompts = self.pool.settings.prompts.setting()
        return {name: value for name, value in {**given, **prompts}.items() if value is not None}

    def _lost(self, known: _Known) -> list[str]:
        """Return originals that could not be looked for; whom the user's own knowledge leaves out is not among them."""
        given = self.options.auxiliary
        return [id_ for id_ in self.pairing.owed if id_ not in known.auxiliary and (not given or id_ in given)]

    def _coverage(self, known: _Known, lost: list[str]) -> LinkCoverage:
        pairing = self.pairing
        return LinkCoverage(
            originals=pairing.total,
            records=len(pairing.records),
            attacked=len(known.auxiliary),
            unusable=_left_out({**pairing.unread, **known.failures}),
            short=[id_ for id_, row in known.auxiliary.items() if row.short],
            failed=_left_out(pairing.failed),
            unreleased=list(pairing.unreleased),
            extra=list(pairing.extra),
            blank=list(pairing.blank),
            unread=unread_kinds([*known.failures.values(), *pairing.failed.values()]),
            lost=lost,
        )


def _record(
    rated: RatedRecord,
    ranked: Ranked,
    known: _Known,
    controls: Mapping[str, Mapping[str, float | None]],
    *,
    paired: bool,
) -> LinkedRecord:
    return LinkedRecord(
        id=rated.id,
        linked_to=ranked.linked,
        correct=ranked.linked == rated.id if paired else None,
        rank=ranked.true.rank if ranked.true else None,
        margin=ranked.margin / ranked.scores[0] if ranked.margin is not None and ranked.scores[0] > 0 else None,
        plausible=ranked.plausible,
        known=list(known.auxiliary[rated.id].texts),
        learned=[row.claim for row in rated.remaining if row.leaked],
        distance=rated.distance,
        controls={name: d for name, found in controls.items() if (d := found.get(rated.id)) is not None},
    )


def _left_out(reasons: Mapping[str, str]) -> list[LeftOutRecord]:
    return [LeftOutRecord(id=id_, reason=reason) for id_, reason in reasons.items()]
