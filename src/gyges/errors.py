"""Every error Gyges raises on purpose: one tree, a stable code each, a remedy in each message.

Codes: GY1xx input and output files, GY2xx configuration and set-up, GY3xx models, GY4xx runs, GY5xx anonymizers,
GY6xx the studio.

Example:
    >>> error = InputError("notes.csv has no text column", "name it with --text-field")
    >>> str(error)
    'GY101 notes.csv has no text column; name it with --text-field'
"""

from typing import ClassVar

__all__ = [
    "AccessDeniedError",
    "AnswerInvalidError",
    "AnswerTooLargeError",
    "AnswerTruncatedError",
    "BadRowError",
    "BudgetExhaustedError",
    "ConfigError",
    "CrewLostError",
    "DatasetUnavailableError",
    "DuplicateIdError",
    "EditConflictError",
    "EgressRefusedError",
    "EndpointPausedError",
    "EndpointUnavailableError",
    "GygesError",
    "IdentifiersLeftError",
    "InputError",
    "JournalDamagedError",
    "MissingExtraError",
    "ModelError",
    "NoReadingError",
    "OtherNameError",
    "OutOfTimeError",
    "OutputExistsError",
    "ReleaseError",
    "RemoteFileError",
    "RequestRefusedError",
    "RewriteFailedError",
    "RunBusyError",
    "RunError",
    "SignInError",
    "SignInPausedError",
    "StoreUnavailableError",
    "StudioError",
    "UnknownItemError",
    "UnknownNameError",
    "UnreadError",
    "WorkerDiedError",
]


class GygesError(Exception):
    """Base of all errors raised on purpose.

    Args:
        problem: What is wrong, in words that name the file, the line, the flag or the host.
        remedy: What to do about it, as an imperative without a full stop.
    """

    code: ClassVar[str] = "GY000"

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem, remedy)
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.code} {self.problem}; {self.remedy}"


class InputError(GygesError):
    """A file or value given by the user cannot be used."""

    code = "GY101"


class BadRowError(InputError):
    """One row of an input file cannot become a document; `problem` starts with ``file:line``."""

    code = "GY102"


class DuplicateIdError(InputError):
    """Two rows carry the same id."""

    code = "GY103"


class OutputExistsError(GygesError):
    """The output is there already and was not to be replaced."""

    code = "GY104"


class DatasetUnavailableError(InputError):
    """A benchmark is neither on this machine nor to be fetched."""

    code = "GY105"


class UnreadError(InputError):
    """A text that a reader cannot read: in another language, or no text at all; what is in it stays unknown."""

    code = "GY106"


class NoReadingError(InputError):
    """Nobody recorded a reading of a text, or another version of it was read."""

    code = "GY107"


class RemoteFileError(InputError):
    """A file in an object store or on a web server is not there, may not be used, or cannot be reached."""

    code = "GY108"


class ConfigError(GygesError):
    """A setting is missing, unknown or contradicts another one."""

    code = "GY201"


class MissingExtraError(ConfigError):
    """An optional part of Gyges is not installed.

    Args:
        extra: Name of the extra, as in ``pip install 'gyges[extra]'``.
        purpose: What it is needed for.
    """

    code = "GY202"

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs the extra '{extra}'", f"run: pip install 'gyges[{extra}]'")

    def __reduce__(self) -> tuple[object, ...]:
        return (ConfigError, (self.problem, self.remedy))


class UnknownNameError(ConfigError):
    """A name that a registry does not know."""

    code = "GY203"


class ModelError(GygesError):
    """Base of what can go wrong with a language model."""

    code = "GY300"


class EgressRefusedError(ModelError):
    """A request would have left this machine for a host the user did not name."""

    code = "GY301"


class EndpointUnavailableError(ModelError):
    """The endpoint did not answer, or kept failing, until the retries were used up."""

    code = "GY302"


class EndpointPausedError(EndpointUnavailableError):
    """The circuit breaker gave up on an endpoint that kept failing."""

    code = "GY303"


class AccessDeniedError(ModelError):
    """The endpoint refused the key, or no key was given."""

    code = "GY304"


class RequestRefusedError(ModelError):
    """The endpoint understood the request and refused it (4xx)."""

    code = "GY305"


class AnswerInvalidError(ModelError):
    """The model's answer did not fit its schema, even after corrective turns."""

    code = "GY306"


class AnswerTruncatedError(AnswerInvalidError):
    """The model's answer was cut off at the token limit."""

    code = "GY307"


class BudgetExhaustedError(ModelError):
    """The call or money budget of the run is used up."""

    code = "GY308"


class AnswerTooLargeError(AnswerInvalidError):
    """The endpoint sent more than any answer has."""

    code = "GY309"


class RunError(GygesError):
    """Base of what can go wrong with a run and its folder."""

    code = "GY400"


class RunBusyError(RunError):
    """Another process works in the same run folder."""

    code = "GY401"


class JournalDamagedError(RunError):
    """The journal is damaged in the middle, which a crash cannot explain."""

    code = "GY402"


class OutOfTimeError(RunError):
    """The work on one text computed longer than a text of its length may."""

    code = "GY403"


class WorkerDiedError(RunError):
    """The process that worked on a text ended in the middle of it, again and again."""

    code = "GY404"


class CrewLostError(RunError):
    """All workers of a cluster are gone; what is not done is left for the next run."""

    code = "GY405"


class ReleaseError(GygesError):
    """Base of why a document has no release."""

    code = "GY500"


class RewriteFailedError(ReleaseError):
    """A model was asked to rewrite a text and gave something that is no rewrite of it."""

    code = "GY501"


class IdentifiersLeftError(ReleaseError):
    """A release still holds direct identifiers or cannot be read for them, and it was asked for that none is left."""

    code = "GY502"


class StudioError(GygesError):
    """The web app cannot do what it was asked."""

    code = "GY600"


class EditConflictError(StudioError):
    """Somebody else saved another version in between; nothing was overwritten."""

    code = "GY601"


class UnknownItemError(StudioError):
    """The project has no such document, release, run or person."""

    code = "GY602"


class SignInError(StudioError):
    """Whoever asks did not open the studio by its link, or did not sign in."""

    code = "GY603"


class SignInPausedError(SignInError):
    """Too many sign-ins failed; the next one has to wait."""

    code = "GY604"


class StoreUnavailableError(StudioError):
    """The file of a project cannot be read or written now: a full disk, a closed folder. Nothing was changed."""

    code = "GY605"


class OtherNameError(StudioError):
    """The page that asks shows one name, and its browser works under another one now; nothing was changed."""

    code = "GY606"
