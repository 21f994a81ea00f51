"""Rewrites by a model, for every method that asks for one: the question, the checks on answers, one name a person."""

from gyges.anonymizers.rewriting._asking import Rewrite, room_for
from gyges.anonymizers.rewriting._checks import rewrite_problem
from gyges.anonymizers.rewriting._one_pass import OnePass, RewritePrompt, hash_of_prompts, temperature_sent
from gyges.anonymizers.rewriting._repairs import EXPLANATIONS
from gyges.anonymizers.rewriting._rewrite import AskRewrite, Rewritten, rewrite_text, window_chars
from gyges.anonymizers.rewriting._rules import Layout, RewriteRules
from gyges.models import REFUSALS
