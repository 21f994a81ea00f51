import pytest

from gyges.errors import ConfigError
from gyges.models import parse_spec


@pytest.mark.parametrize(
    ("text", "endpoint", "model", "local"),
    [
        ("openai/gpt-4.1-mini", "https://api.openai.com/v1", "gpt-4.1-mini", False),
        ("anthropic/claude-sonnet-4-5", "https://api.anthropic.com/v1", "claude-sonnet-4-5", False),
        ("http://127.0.0.1:8000/v1#qwen", "http://127.0.0.1:8000/v1", "qwen", True),
        ("http://localhost:11434/v1/#llama3.2:1b", "http://localhost:11434/v1", "llama3.2:1b", True),
        ("https://gpu.example.org/v1#org/model", "https://gpu.example.org/v1", "org/model", False),
        ("gguf:/models/a.gguf", "/models/a.gguf", "a.gguf", True),
    ],
)
def test_a_model_is_named_in_four_ways(text: str, endpoint: str, model: str, local: bool) -> None:
    spec = parse_spec(text)
    assert (spec.endpoint, spec.model, spec.is_local) == (endpoint, model, local)


@pytest.mark.parametrize(
    "text", ["", "gpt-4", "openai/", "gguf:", "http://127.0.0.1:8000/v1", "http://#m", "http://a:x/v1#m"]
)
def test_other_names_are_refused_with_the_forms_there_are(text: str) -> None:
    with pytest.raises(ConfigError, match="openai/NAME"):
        parse_spec(text)


def test_a_key_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(ConfigError) as caught:
        parse_spec("http://user:hunter2@127.0.0.1/v1#m")
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "http://me:hunter2@host:bad/v1#m", "http://me:hunter2@host:99999999/v1#m", "http://me:hun/ter2@host/v1#m",
        "http://me:123#hunter2@host/v1#m", "http://me:hunter2@[::1/v1#m", "http://host:bad/v1?key=hunter2#m",
    ],
)  # fmt: skip
def test_a_password_in_an_address_is_never_shown(text: str) -> None:
    with pytest.raises(ConfigError, match="holds a password or a query") as caught:
        parse_spec(text)
    assert "ter2" not in str(caught.value)
