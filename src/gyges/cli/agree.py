"""``gyges agree``: how far two annotators agree."""

from typing import Annotated

import typer

from gyges.cli._options import Force, JsonOutput, PlaceName, ProfileName, ProfileOption, as_place


def agree(
    first: Annotated[PlaceName, typer.Argument(parser=as_place, help="Documents as one annotator sees them.")],
    second: Annotated[PlaceName, typer.Argument(parser=as_place, help="The same documents as another one sees them.")],
    profile: ProfileOption = ProfileName.strict,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Tell how far two annotators agree on people, facts and mentions.

    Example: gyges agree annotator1.jsonl annotator2.jsonl
    """
    from gyges.cli._output import print_table, write_json
    from gyges.corpus import read_documents
    from gyges.errors import InputError
    from gyges.scoring import align, compare_by_rules, fact_agreement, mention_agreement

    one, two = list(read_documents(first)), list(read_documents(second))
    people = [[document for document in side if document.subjects is not None] for side in (one, two)]
    spans = [[document for document in side if document.mentions is not None] for side in (one, two)]
    if not any(all(sides) for sides in (people, spans)):
        raise InputError("no people and no mentions are annotated in both files", "compare two annotated files")
    facts = fact_agreement(people[0], people[1], align, compare_by_rules(profile.value))
    mentions = mention_agreement(spans[0], spans[1])
    if json is not None:
        write_json({"facts": facts.to_json(), "mentions": mentions.to_json()}, json, force=force)
        return
    tables = {
        "People and facts": (facts, ("subjects", "match", "less_precise", "mismatch", "mean")),
        "Mentions": (mentions, ("type_exact", "type_partial", "identifier_exact", "identifier_partial")),
    }
    for title, (agreement, names) in tables.items():
        rows = [(name, str(rate := getattr(agreement, name)), f"{rate.denominator:,.0f}") for name in names]
        print_table(title, ("figure", "share", "of"), rows)
