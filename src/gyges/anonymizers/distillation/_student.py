"""The student: a causal language model in this process that is taught lessons and then asked the same questions."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.to_thread
from jinja2 import TemplateError

from gyges.anonymizers.distillation._lessons import Lesson
from gyges.anonymizers.synthesis import EpochDone, SynthesisRecipe
from gyges.anonymizers.synthesis._libraries import library, load_language_model
from gyges.anonymizers.synthesis._synthesize import _with_adapters
from gyges.anonymizers.synthesis._training import Trainer
from gyges.anonymizers.tagger._libraries import choose_device, quiet
from gyges.errors import InputError
from gyges.models import Message, Model, Reply, Request, model_of


@dataclass
class Student:
    """A language model and how it reads."""

    tokenizer: Any  # its tokenizer
    network: Any  # the model, with adapters to be learned
    recipe: SynthesisRecipe  # how it learns
    most: int  # the most tokens of question and answer together

    def learn(
        self, lessons: Sequence[Lesson], folder: Path, on_epoch: Callable[[EpochDone], None]
    ) -> tuple[list[EpochDone], int]:
        """Learn the answers of lessons, given their questions; return the epochs and how many lessons were too long."""
        records, given = [], dict[tuple[int, ...], int]()
        for lesson in lessons:
            question = self.tokens(lesson.messages)
            answer = self.tokenizer.encode(lesson.answer, add_special_tokens=False)
            record = [*question, *answer, self.tokenizer.eos_token_id]
            if len(record) <= self.most:  # never cut: half an answer would teach to write half answers
                records.append(record)
                given[tuple(record)] = len(question)
        if not records:
            raise InputError(f"no lesson fits into {self.most} tokens", "give a larger --max-length or another base")
        with quiet():
            trainer = Trainer(self.network, self.recipe, None, self.tokenizer.pad_token_id, folder)
            trainer.given = lambda record: given[tuple(record)]
            return trainer.run(records, on_epoch), len(lessons) - len(records)

    def tokens(self, messages: Sequence[Message]) -> list[int]:
        """Return a question as the model reads it: by its chat template, or plainly where it has none."""
        turns = [{"role": one.role, "content": one.content} for one in messages]
        if getattr(self.tokenizer, "chat_template", None):
            text = self._templated(turns)
        else:
            text = "".join(f"{one['role'].capitalize()}: {one['content']}\n\n" for one in turns) + "Assistant: "
        found: list[int] = self.tokenizer.encode(text, add_special_tokens=False)
        return found

    def model(self, name: str) -> Model:
        """Return the student as a model that the methods of Gyges ask."""
        return model_of(_Here(self, name))

    def write(self, messages: Sequence[Message], most: int) -> str:
        """Answer a question, the likeliest words first."""
        torch = library("torch")
        question = self.tokens(messages)
        room = min(most, self.most - len(question))
        if room < 1:
            return ""
        tokens = torch.tensor([question], device=self.network.device)
        with torch.no_grad(), quiet():
            out = self.network.generate(
                input_ids=tokens,
                attention_mask=torch.ones_like(tokens),
                do_sample=False,
                max_new_tokens=room,
                pad_token_id=self.tokenizer.pad_token_id,
            )
        return str(self.tokenizer.decode(out[0, len(question) :], skip_special_tokens=True))

    def _templated(self, turns: list[dict[str, str]]) -> str:
        apply = self.tokenizer.apply_chat_template
        try:
            return str(apply(turns, tokenize=False, add_generation_prompt=True))
        except TemplateError:  # a template without a system turn: the first turn of the user says it
            words = "\n\n".join(one["content"] for one in turns)
            return str(apply([{"role": "user", "content": words}], tokenize=False, add_generation_prompt=True))


def open_student(recipe: SynthesisRecipe) -> Student:
    """Load the base model with adapters that know nothing yet."""
    tokenizer, base = load_language_model(recipe.base)
    most = min(recipe.max_length, int(getattr(base.config, "max_position_embeddings", recipe.max_length)))
    with quiet():
        network = _with_adapters(base, recipe).to(choose_device(recipe.device))
    return Student(tokenizer, network, recipe, most)


class _Here:
    """A provider around a student; one question at a time."""

    takes_schema, endpoint = False, "in-process"

    def __init__(self, student: Student, name: str) -> None:
        self._student, self.model = student, name
        self._busy = threading.Lock()

    async def complete(self, request: Request) -> Reply:
        return Reply(await anyio.to_thread.run_sync(self._answer, request))

    async def aclose(self) -> None:
        """Hold nothing."""

    def _answer(self, request: Request) -> str:
        with self._busy:
            self._student.network.eval()
            return self._student.write(request.messages, request.max_tokens)
