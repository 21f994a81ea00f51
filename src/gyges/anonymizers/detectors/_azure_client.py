"""Asking Azure AI Language: its own client, nothing sent elsewhere, and every answer checked before it is believed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from gyges.anonymizers.detectors._detected import load_extra
from gyges.errors import (
    AccessDeniedError,
    AnswerInvalidError,
    EndpointUnavailableError,
    ModelError,
    RequestRefusedError,
)

_BATCH = 5  # documents the service takes in one request
_OFFSETS = "UnicodeCodePoint"  # Python's own; the service counts in UTF-16 units or graphemes on request
_SHOWN_CHARACTERS = 300
_CONNECT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class AzureEntity:
    """One entity in one window of a text."""

    start: int
    end: int
    category: str
    subcategory: str
    score: float


class AzureService:
    """The service at one address."""

    def __init__(
        self, endpoint: str, key: SecretStr, mode: str, language: str, model_version: str, timeout: float
    ) -> None:
        self.endpoint = endpoint
        self._key = key
        self._mode = mode
        self._language = language
        self._model_version = model_version or None
        self._timeout = timeout

    @staticmethod
    def calls_for(texts: int) -> int:
        """Return how many requests so many texts take."""
        return -(-texts // _BATCH)

    def recognize(self, texts: Sequence[str]) -> list[list[AzureEntity]]:
        """Return what is in each text; blocks until the service has answered for all of them."""
        answers: list[list[AzureEntity]] = []
        with self._client() as client:
            ask = client.recognize_pii_entities if self._mode == "pii" else client.recognize_entities
            for first in range(0, len(texts), _BATCH):
                answers += self._batch(ask, texts[first : first + _BATCH])
        return answers

    def _batch(self, ask: Callable[..., Any], texts: Sequence[str]) -> list[list[AzureEntity]]:
        sent = [{"id": str(n), "language": self._language, "text": text} for n, text in enumerate(texts)]
        with self._told_errors():
            answers = ask(
                sent,
                model_version=self._model_version,
                string_index_type=_OFFSETS,
                disable_service_logs=True,
            )
            by_id = {answer.id: answer for answer in answers}
            for answer in answers:
                if answer.is_error:
                    reason = self._without_key(f"{answer.error.code}: {answer.error.message}")
                    raise RequestRefusedError(
                        f"{self.endpoint} refused a part of the text ({reason})", "see its reason"
                    )
            if by_id.keys() != {row["id"] for row in sent}:
                raise AnswerInvalidError(
                    f"{self.endpoint} answered for {len(by_id)} of {len(sent)} parts of the text", "try it again"
                )
            return [[self._found(entity, row["text"]) for entity in by_id[row["id"]].entities] for row in sent]

    def _found(self, entity: Any, text: str) -> AzureEntity:
        start, length = entity.offset, entity.length
        fits = isinstance(start, int) and isinstance(length, int) and start >= 0 and length > 0
        if not fits or text[start : start + length] != entity.text:
            raise AnswerInvalidError(
                f"{self.endpoint} names a span at {start} that is not in the text there",
                "use a version of the service that counts code points",
            )
        score = float(entity.confidence_score)
        return AzureEntity(start, start + length, str(entity.category), str(entity.subcategory or ""), score)

    def _client(self) -> Any:
        analytics = load_extra("azure.ai.textanalytics", "azure", "the method 'azure'")
        credentials = load_extra("azure.core.credentials", "azure", "the method 'azure'")
        return analytics.TextAnalyticsClient(
            self.endpoint,
            credentials.AzureKeyCredential(self._key.get_secret_value()),
            permit_redirects=False,  # a redirect would carry the text to a host nobody named
            use_env_settings=False,  # and so would a proxy
            connection_timeout=_CONNECT_SECONDS,
            read_timeout=self._timeout,
        )

    @contextmanager
    def _told_errors(self) -> Iterator[None]:
        """Turn what the client raises into errors of ours; it retries passing trouble by itself."""
        errors = load_extra("azure.core.exceptions", "azure", "the method 'azure'")
        try:
            yield
        except errors.DecodeError as error:
            raise self._unreadable(error) from None
        except errors.HttpResponseError as error:
            raise self._refusal(error) from None
        except errors.AzureError as error:
            words = self._without_key(str(error))
            raise EndpointUnavailableError(f"{self.endpoint} cannot be reached ({words})", "try it again") from None
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise self._unreadable(error) from None  # the client trips over answers of another shape

    def _refusal(self, error: Any) -> ModelError:
        status, words = error.status_code, self._without_key(str(error.message))
        if status in (401, 403):
            return AccessDeniedError(f"{self.endpoint} refused the key ({status}: {words})", "set AZURE_LANGUAGE_KEY")
        if status in (408, 429) or (status or 0) >= 500:
            return EndpointUnavailableError(f"{self.endpoint} says {status}: {words}", "try it again later")
        if status == 200:  # an HTML page, say
            return self._unreadable(error)
        return RequestRefusedError(f"{self.endpoint} says {status}: {words}", "check the address and the options")

    def _unreadable(self, error: Exception) -> AnswerInvalidError:
        words = self._without_key(f"{type(error).__name__}: {error}")
        return AnswerInvalidError(f"{self.endpoint} sent an answer that cannot be read ({words})", "check the address")

    def _without_key(self, words: str) -> str:
        return " ".join(words.replace(self._key.get_secret_value(), "***").split())[:_SHOWN_CHARACTERS]
