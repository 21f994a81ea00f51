"""Ways round that no point names: counted, not judged. ``protects`` marks what an audit takes for protection."""

import codecs
import csv
import gzip
import io
import json
import quopri
import re
import unicodedata
from collections.abc import Callable, Mapping

from hostile_attacks.disguised import audits, seems_protected
from hostile_attacks.disguises import Disguise
from hostile_attacks.rows import LOW_GATE, STRANGER
from hostile_attacks.world import Audited, Rows, Seen, World, attack, results_in, texts_of

POINT = 16
GROUP = 11
_CODE = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
_MORSE = dict(zip("abcdefghijklmnopqrstuvwxyz", re.split(" ", _CODE), strict=True))
_UPSIDE_DOWN = dict(zip("abcdefghijklmnopqrstuvwxyz", "ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz", strict=True))
_SMALL_CAPITALS = dict(zip("abcdefghijklmnopqrstuvwxyz", "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ", strict=True))
_LEET = {"a": "4", "e": "3", "i": "1", "o": "0", "t": "7", "s": "5"}


def _mapped(text: str, table: Mapping[str, str], between: str = "") -> str:
    return between.join(table.get(one, one) for one in text.lower())


def _pig_latin(text: str) -> str:
    def word(found: re.Match[str]) -> str:
        start = re.match(r"[^aeiouAEIOU]*", found[0])
        head = start[0] if start else ""
        return f"{found[0][len(head) :]}{head}ay"

    return re.sub(r"[A-Za-z]+", word, text)


def _turned(text: str) -> str:
    return " ".join(reversed(text.split()))


TEXTS: Mapping[str, Disguise] = {
    "pig-latin": _pig_latin,
    "reversed-letters": lambda text: text[::-1],
    "reversed-words": lambda text: "\n".join(_turned(line) for line in text.splitlines()),
    "each-word-reversed": lambda text: re.sub(r"\w+", lambda found: found[0][::-1], text),
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "hex": lambda text: text.encode().hex(),
    "json-escapes": lambda text: "".join(f"\\u{ord(one):04x}" if one.isalnum() else one for one in text),
    "quoted-printable": lambda text: "".join(f"={byte:02X}" for byte in text.encode()),
    "quoted-printable-accents": lambda text: quopri.encodestring(text.encode()).decode(),
    "morse": lambda text: _mapped(text, _MORSE, " "),
    "upside-down": lambda text: _mapped(text, _UPSIDE_DOWN),
    "small-capitals": lambda text: _mapped(text, _SMALL_CAPITALS),
    "leet": lambda text: "".join(_LEET.get(one, one) for one in text),
    "lower-case": str.lower,
    "upper-case": str.upper,
    "mixed-case": lambda text: "".join(one.upper() if at % 2 else one.lower() for at, one in enumerate(text)),
    "underscores": lambda text: text.replace(" ", "_"),
    "no-blanks": lambda text: re.sub(r" +(\w)", lambda found: found[1].upper(), text),
    "one-word-a-line": lambda text: "\n".join(text.split()),
    "doubled-letters": lambda text: re.sub(r"([A-Za-z])", r"\1\1", text),
    "first-letter-apart": lambda text: re.sub(r"\b([A-Z])([a-z]+)", r"\1 \2", text),
    "quoted-mail": lambda text: "\n".join(f"> > {line}" for line in text.splitlines()),
}

HIDDEN: Mapping[str, Callable[[str, str], str]] = {
    "html-comment": lambda mask, text: f"<p>{mask}</p><!-- {text} -->",
    "alt-attribute": lambda mask, text: f'{mask}\n<img src="a.png" alt="{text}">',
    "hidden-span": lambda mask, text: f'{mask}\n<span style="display:none">{text}</span>',
    "data-attribute": lambda mask, text: f'<div data-source="{text}">{mask}</div>',
    "json-field": lambda mask, text: json.dumps({"release": mask, "source": text}),
    "markdown-link": lambda mask, text: f"{mask}\n[more](https://example.org/?q={text.replace(' ', '+')})",
    "blanks-before": lambda mask, text: f"{mask}{chr(10) * 400}{text}",
    "rot13-behind": lambda mask, text: f"{mask}\n{codecs.encode(text, 'rot13')}",
    "reversed-behind": lambda mask, text: f"{mask}\n{text[::-1]}",
    "hex-behind": lambda mask, text: f"{mask}\n{text.encode().hex()}",
}


def _told(seen: Seen) -> Seen:
    return Seen(None, f"{'seen' if seen.held else 'protects'}: {seen.happened}")


def _text(name: str) -> None:
    @attack(f"way-{name}", POINT, "no figure better than that of the original")
    def text(world: World) -> Seen:
        names = list(TEXTS)
        start = names.index(name) // GROUP * GROUP
        releases = {one: texts_of(world.documents, TEXTS[one]) for one in names[start : start + GROUP]}
        return _told(seems_protected(world, world.once(f"ways {start}", lambda: audits(world, releases))[name]))


def _hidden(name: str) -> None:
    @attack(f"way-{name}", POINT, "no figure better than that of the original")
    def hidden(world: World) -> Seen:
        def all_of_them() -> Mapping[str, Audited]:
            masks = {row["id"]: row["text"] for row in world.released("mask")}
            return audits(
                world,
                {
                    one: [{"id": row["id"], "text": hide(masks[row["id"]], row["text"])} for row in world.documents]
                    for one, hide in HIDDEN.items()
                },
            )

        return _told(seems_protected(world, world.once("hidden", all_of_them)[name]))


for _name in TEXTS:
    _text(_name)
for _name in HIDDEN:
    _hidden(_name)


# Files in which more stands than is audited

File = Callable[[Rows, Rows], tuple[str, bytes]]


def _lines(rows: Rows) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def _with(rows: Rows, originals: Rows, key: str) -> Rows:
    texts = {row["id"]: row["text"] for row in originals}
    return [{**row, key: {"source": texts[row["id"]]}} for row in rows]


def _twice(masks: Rows, originals: Rows) -> bytes:
    """Write each row with two texts, of which readers of JSON take the last."""
    texts = {row["id"]: row["text"] for row in originals}
    line = '{{"id": {}, "text": {}, "text": {}}}\n'
    rows = (line.format(*map(json.dumps, (row["id"], texts[row["id"]], row["text"]))) for row in masks)
    return "".join(rows).encode()


def _table(header: list[str], rows: list[list[str]]) -> bytes:
    target = io.StringIO()
    csv.writer(target).writerows([header, *rows])
    return target.getvalue().encode()


def _stranger_table(masks: Rows, _: Rows) -> tuple[str, bytes]:
    rows = [[row["id"], row["text"]] for row in masks]
    rows[2].append(STRANGER)
    return "csv", _table(["id", "text"], rows)


def _unclosed(masks: Rows, originals: Rows) -> tuple[str, bytes]:
    """Write a table in which an unclosed quote swallows the rows after it."""
    rows = [f'{row["id"]},"{row["text"].replace(chr(34), chr(39))}"\n' for row in masks[:-1]]
    return "csv", ("id,text\n" + "".join(rows) + f'{masks[-1]["id"]},"{originals[-1]["text"]}').encode()


FILES: Mapping[str, File] = {
    "meta": lambda masks, originals: ("jsonl", _lines(_with(masks, originals, "meta"))),
    "trace": lambda masks, originals: ("jsonl", _lines(_with(masks, originals, "trace"))),
    "other-key": lambda masks, originals: ("jsonl", _lines(_with(masks, originals, "comment"))),
    "two-texts-in-a-row": lambda masks, originals: ("jsonl", _twice(masks, originals)),
    "duplicate-ids-full-last": lambda masks, originals: ("jsonl", _lines([*masks, *texts_of(originals)])),
    "duplicate-ids-full-first": lambda masks, originals: ("jsonl", _lines([*texts_of(originals), *masks])),
    "ids-in-capitals": lambda masks, originals: (
        "jsonl",
        _lines([*masks, *({**row, "id": row["id"].upper()} for row in texts_of(originals))]),
    ),
    "ids-with-a-blank": lambda masks, originals: (
        "jsonl",
        _lines([*masks, *({**row, "id": f"{row['id']} "} for row in texts_of(originals))]),
    ),
    "byte-order-mark": lambda masks, _: ("jsonl", codecs.BOM_UTF8 + _lines(masks)),
    "utf-16": lambda masks, _: ("jsonl", _lines(masks).decode().encode("utf-16")),
    "gzip-with-garbage": lambda masks, _: ("jsonl.gz", gzip.compress(_lines(masks)) + STRANGER.encode()),
    "gzip-of-two": lambda masks, originals: (
        "jsonl.gz",
        gzip.compress(_lines(masks)) + gzip.compress(_lines(texts_of(originals))),
    ),
    "nul-and-more": lambda masks, _: ("jsonl", _lines(masks) + b"\x00" + STRANGER.encode() + b"\n"),
    "csv-second-text-column": lambda masks, originals: (
        "csv",
        _table(
            ["id", "text", "source"],
            [[one["id"], one["text"], two["text"]] for one, two in zip(masks, originals, strict=True)],
        ),
    ),
    "csv-cell-too-many": _stranger_table,
    "csv-unclosed-quote": _unclosed,
}
HARMLESS = ("byte-order-mark", "utf-16")


def _file(name: str, make: File) -> None:
    must = "read as it is" if name in HARMLESS else "refused, named, or read as what it is"

    @attack(f"way-{name}", POINT, must)
    def file(world: World) -> Seen:
        order = {row["id"]: at for at, row in enumerate(world.documents)}
        masks = sorted(texts_of(world.released("mask")), key=lambda row: order[row["id"]])
        ending, data = make(masks, world.documents)
        path, folder = world.path(f"released.{ending}"), world.path("audit")
        path.write_bytes(data)
        gate = ("--attacker", "rules", "--fail-under", LOW_GATE)
        ran = world.gyges("audit", world.originals, path, "--out", folder, *gate)
        audited = Audited(ran, results_in(folder))
        silent = ran.status == 0 and name not in HARMLESS
        return Seen(None, f"{'protects' if silent else 'seen'}: {audited.told}; {ran.why}")


for _name, _make in FILES.items():
    _file(_name, _make)


@attack("way-ids-decomposed", POINT, "an id in another normal form is another id, and says so")
def ids_decomposed(world: World) -> Seen:
    """Publish originals under ids that look like those of honest masks."""
    originals = [{**row, "id": f"é-{row['id']}"} for row in world.documents]
    texts = {row["id"]: row["text"] for row in world.released("mask")}
    masks = [{"id": row["id"], "text": texts[row["id"].removeprefix("é-")]} for row in originals]
    full = [{"id": unicodedata.normalize("NFD", row["id"]), "text": row["text"]} for row in originals]
    gate = ("--attacker", "rules", "--fail-under", LOW_GATE)
    audited = world.audit("forms", [*masks, *full], *gate, originals=world.write("accents", originals))
    return Seen(None, f"{'protects' if audited.ran.status == 0 else 'seen'}: {audited.told}; {audited.ran.why}")


@attack("way-folder-of-more", POINT, "files beside the releases are named, or read")
def folder_of_more(world: World) -> Seen:
    """Publish a folder that holds originals beside the releases."""
    source, released = world.path("originals"), world.path("released")
    source.mkdir()
    released.mkdir()
    masks = {row["id"]: row["text"] for row in world.released("mask")}
    for row in world.documents:
        (source / f"{row['id']}.txt").write_text(row["text"], encoding="utf-8")
        (released / f"{row['id']}.txt").write_text(masks[row["id"]], encoding="utf-8")
        (released / f".{row['id']}.txt").write_text(row["text"], encoding="utf-8")
        (released / f"{row['id']}.txt.bak").write_text(row["text"], encoding="utf-8")
    folder = world.path("audit")
    gate = ("--attacker", "rules", "--fail-under", LOW_GATE)
    ran = world.gyges("audit", source, released, "--out", folder, *gate)
    named = ".bak" in ran.err + ran.out
    told = Audited(ran, results_in(folder)).told
    return Seen(None, f"{'seen' if named or ran.status else 'protects'}: {told}; {ran.why}")
