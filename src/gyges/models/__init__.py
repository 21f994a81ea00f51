"""Language models: one client, typed prompts and answers, cache, limits, ledger, egress guard."""

from gyges.models._cache import NO_RUN, CacheSummary, ReplyCache, default_cache_path
from gyges.models._check import CheckResult, check_model, check_one
from gyges.models._encoder import open_cross_encoder, open_encoder
from gyges.models._exchange import Message, Reply, Request
from gyges.models._fetch import TINY_BASE, Weights, fetch_weights, weights_named, weights_path
from gyges.models._in_words import ask_in_words
from gyges.models._ledger import Ledger, Price, Spending, account
from gyges.models._model import Model
from gyges.models._own_prompts import export_prompts, find_prompt, read_prompts
from gyges.models._pool import ModelPool, model_of
from gyges.models._prompt import Prompt
from gyges.models._provider import Provider
from gyges.models._settings import ModelSettings, load_settings
from gyges.models._shipped import ShippedPrompt, shipped_prompts
from gyges.models._spec import ModelSpec, parse_spec
from gyges.models._template import DocumentText, numbered
from gyges.models._together import together
from gyges.models._transport import is_allowed
from gyges.models._trust import trust_settings
from gyges.models._ways import Way, ways_to_name_a_model
from gyges.models._wording import OURS, Wording

__all__ = [
    "NO_RUN",
    "OURS",
    "TINY_BASE",
    "CacheSummary",
    "CheckResult",
    "DocumentText",
    "Ledger",
    "Message",
    "Model",
    "ModelPool",
    "ModelSettings",
    "ModelSpec",
    "Price",
    "Prompt",
    "Provider",
    "Reply",
    "ReplyCache",
    "Request",
    "ShippedPrompt",
    "Spending",
    "Way",
    "Weights",
    "Wording",
    "account",
    "ask_in_words",
    "check_model",
    "check_one",
    "default_cache_path",
    "export_prompts",
    "fetch_weights",
    "find_prompt",
    "is_allowed",
    "load_settings",
    "model_of",
    "numbered",
    "open_cross_encoder",
    "open_encoder",
    "parse_spec",
    "read_prompts",
    "shipped_prompts",
    "together",
    "trust_settings",
    "ways_to_name_a_model",
    "weights_named",
    "weights_path",
]
