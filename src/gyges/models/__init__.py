"""Language models: one client, typed prompts and answers, cache, limits, ledger, egress guard."""

from gyges.models._cache import NO_RUN, ReplyCache, default_cache_path
from gyges.models._check import CheckResult, check_one
from gyges.models._exchange import Message, Provider, Reply, Request
from gyges.models._fetch import WEIGHTS, Weights, fetch_weights, weights_named, weights_path
from gyges.models._ledger import Ledger, Price, Spending, account
from gyges.models._local import GgufServer, open_cross_encoder, open_encoder
from gyges.models._model import Model, together
from gyges.models._own_prompts import export_prompts, find_prompt, read_prompts
from gyges.models._phrases_instead import ASKS, DECLINES, ERRORS, EXCUSES, REFUSALS, stands_for_nothing
from gyges.models._pool import ModelPool, model_of
from gyges.models._prompt import Prompt
from gyges.models._settings import ModelSettings, load_settings, trust_settings
from gyges.models._shipped import OURS, SampledRole, Sampling, ShippedPrompt, Wording, shipped_prompts
from gyges.models._spec import ModelSpec, parse_spec, ways_to_name_a_model
from gyges.models._template import DocumentText, numbered
from gyges.models._transport import is_allowed

__all__ = [
    "DocumentText",
    "Model",
    "ModelPool",
    "ModelSettings",
    "Prompt",
    "Provider",
    "Reply",
    "ReplyCache",
    "Request",
    "Spending",
    "load_settings",
    "model_of",
    "read_prompts",
]
