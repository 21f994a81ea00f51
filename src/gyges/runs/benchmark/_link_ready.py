"""Which attacks by linkage and which synthetic releases of a plan can be had, and why the others cannot."""

from gyges.errors import InputError
from gyges.runs.benchmark._cells import LeftOut
from gyges.runs.benchmark._link_plan import LinkPlan, LinkSetting, SyntheticChoice

__all__ = ["usable_settings", "usable_synthetic"]


def usable_settings(plan: LinkPlan, judge: str | None) -> tuple[tuple[LinkSetting, ...], tuple[LeftOut, ...]]:
    """Return the attacks that can be made, and those that cannot for want of a model, with the reason.

    Raises:
        InputError: None can be made.
    """
    usable, missing = [], dict[str, str]()
    for setting in plan.settings:
        if setting.linker.startswith("dense") and plan.embedder is None:
            missing[f"linker {setting.linker}"] = "there is no embedding model; name its folder with --embedder"
        elif setting.reworded and plan.rewords_by(judge) is None:
            missing["reworded knowledge"] = "nobody rewords it; name a model with --judge"
        else:
            usable.append(setting)
    if not usable:
        raise InputError("no attack by linkage can be made", "; ".join(missing.values()))
    if plan.tasks and judge is None:
        missing["tasks of conversations"] = "nobody sorts texts into tasks; name a model with --judge"
    return tuple(usable), tuple(LeftOut(what, reason) for what, reason in missing.items())


def usable_synthetic(plan: LinkPlan) -> tuple[tuple[SyntheticChoice, ...], tuple[LeftOut, ...]]:
    """Return the synthetic releases that are there, and the optional ones that are not.

    Raises:
        InputError: One that is not optional is not there.
    """
    there, missing = [], []
    for choice in plan.synthetic:
        if choice.file.is_file():
            there.append(choice)
            continue
        absent = InputError(f"there is no synthetic release {choice.path}", "make it with 'gyges synthesize'")
        if not choice.optional:
            raise absent
        missing.append(LeftOut(f"{choice.label} on {choice.dataset}", str(absent)))
    return tuple(there), tuple(missing)
