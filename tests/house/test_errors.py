import pickle

from gyges import errors


def _tree() -> list[type[errors.GygesError]]:
    return [getattr(errors, name) for name in errors.__all__]


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in _tree()]
    assert len(set(codes)) == len(codes)
    assert all(code.startswith("GY") and len(code) == 5 for code in codes)


def test_every_error_is_in_the_tree_and_listed() -> None:
    assert all(issubclass(kind, errors.GygesError) for kind in _tree())
    defined = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert defined == set(errors.__all__)


def test_a_message_says_code_problem_and_remedy() -> None:
    assert str(errors.InputError("no text", "add one")) == "GY101 no text; add one"


def test_a_missing_extra_prints_its_pip_line() -> None:
    assert "pip install 'gyges[data]'" in str(errors.MissingExtraError("data", "reading Parquet"))


def test_errors_cross_process_borders() -> None:
    for kind in _tree():
        error = kind("one", "two")
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes
        assert (copy.problem, copy.remedy) == (error.problem, error.remedy)
