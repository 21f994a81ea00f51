"""``prompt:FILE``: a model follows an instruction that stands in a file, or one of those that ship."""

import difflib
from dataclasses import dataclass
from pathlib import Path

from gyges.anonymizers._method import Method, calls_once
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.rewriting import Layout, OnePass, RewritePrompt, RewriteRules, hash_of_prompts
from gyges.errors import InputError, UnknownNameError
from gyges.models import DocumentText

_SHIPPED = Path(__file__).parent
_MOST_BYTES = 64 * 1024
_SUFFIXES = (".md", ".txt")


@dataclass(frozen=True, slots=True)
class InstructionOptions:
    """Options of ``prompt:FILE``."""

    temperature: float = 0.1  # sampling temperature
    layout: Layout = "typed"  # how the model answers
    window_tokens: int | None = None  # the most tokens of text in one question
    min_ratio: float = 0.3
    max_ratio: float = 2.5  # more words than this multiple of the original count as a text with something added


@dataclass(frozen=True)
class FollowInstruction(RewritePrompt, template="instruction.jinja"):
    """Do with the text what the instruction says."""

    instruction: str


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction and what it is called."""

    name: str
    text: str


def shipped_instructions() -> tuple[str, ...]:
    """Return the names of the instructions that ship."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.md")))


def read_instruction(argument: str) -> Instruction:
    """Return an instruction that ships by its name, or the one in a file by its path."""
    path = Path(argument).expanduser()
    is_path = path.suffix.lower() in _SUFFIXES or len(path.parts) > 1 or path.is_file()
    if argument in shipped_instructions() and not (is_path and path.is_file()):
        return Instruction(argument, _read(_SHIPPED / f"{argument}.md"))
    if not is_path:
        near = difflib.get_close_matches(argument, shipped_instructions(), n=1)
        remedy = f"did you mean {near[0]}?" if near else f"give a file, or one of {', '.join(shipped_instructions())}"
        raise UnknownNameError(f"there is no instruction '{argument}'", remedy)
    return Instruction(path.name, _read(path))


def _read(path: Path) -> str:
    remedy = "give a file of plain text that says how a text is to be rewritten"
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise InputError(f"the instruction {path} has more than {_MOST_BYTES // 1024} KB", remedy)
        text = path.read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError as error:
        raise InputError(f"the instruction {path} is no text in UTF-8", remedy) from error
    except OSError as error:
        raise InputError(f"the instruction {path} cannot be read ({error.strerror})", "check the path") from error
    if "\0" in text:
        raise InputError(f"the instruction {path} is no plain text", remedy)
    if not any(char.isalnum() for char in text):
        raise InputError(f"the instruction {path} says nothing", remedy)
    return text


def _make(tools: Tools, options: InstructionOptions, argument: str) -> OnePass:
    instruction = read_instruction(argument)
    rules = RewriteRules(
        layout=options.layout,
        window_tokens=options.window_tokens,
        temperature=options.temperature,
        min_ratio=options.min_ratio,
        max_ratio=options.max_ratio,
    )

    def ask(text: DocumentText, glossary: str, layout: Layout, purpose: Purpose) -> FollowInstruction:
        return FollowInstruction(text, glossary, layout, purpose, instruction.text)

    words = hash_of_prompts(FollowInstruction, besides=instruction.text)
    return OnePass(f"prompt:{instruction.name}", tools.rewriter("prompt"), ask, rules, tools.purpose, words)


METHOD = Method(
    "prompt",
    "A model follows the instruction in a file, or one that ships by name.",
    _make,
    options=InstructionOptions,
    argument="FILE",
    needs_model=True,
    calls=calls_once,
)
