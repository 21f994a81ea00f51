"""``prompt:FILE``: instructions that a model follows, those that ship and those of the user."""

from gyges.anonymizers.instructions._instruction import read_instruction, shipped_instructions
