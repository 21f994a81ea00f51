"""Where a file lies: paths and URLs, and what of a URL is never shown."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.corpus import StoreUrl, local_folder, place_of
from gyges.errors import ConfigError

SECRET = st.text("0123456789abcdef", min_size=12, max_size=20)


@pytest.mark.parametrize(
    "name", ["letters.jsonl", "-", "C:/letters.jsonl", "C://letters.jsonl", "a:b/c", "/x/y", "s3:x"]
)
def test_what_has_no_scheme_is_a_path(name: str) -> None:
    assert place_of(name) == Path(name)


def test_a_file_url_is_a_path_of_this_machine_and_of_no_other(tmp_path: Path) -> None:
    assert place_of((tmp_path / "my letters.jsonl").as_uri()) == tmp_path / "my letters.jsonl"
    with pytest.raises(ConfigError, match=r"file://other/x\.jsonl is on another machine"):
        place_of("file://other/x.jsonl")


@pytest.mark.parametrize(
    ("url", "shown", "name", "suffixes", "folder"),
    [
        ("s3://clinic/2026/a.csv.gz", "s3://clinic/2026/a.csv.gz", "a.csv.gz", [".csv", ".gz"], "2026"),
        ("S3://clinic/a.jsonl", "s3://clinic/a.jsonl", "a.jsonl", [".jsonl"], "clinic"),
        ("memory://a.jsonl", "memory://a.jsonl", "a.jsonl", [".jsonl"], "memory"),
        ("abfs://box@host.net/a.csv", "abfs://box@host.net/a.csv", "a.csv", [".csv"], "box@host.net"),
        ("https://x.org/a.jsonl?sig=1f#2", "https://x.org/a.jsonl", "a.jsonl", [".jsonl"], "x.org"),
        ("https://x.org", "https://x.org", "", [], "x.org"),
    ],
)
def test_a_url_has_the_parts_of_a_file_name(url: str, shown: str, name: str, suffixes: list[str], folder: str) -> None:
    place = place_of(url)
    assert isinstance(place, StoreUrl)
    assert (str(place), place.name, place.suffixes, place.folder_name) == (shown, name, suffixes, folder)
    assert place.suffix == (suffixes[-1] if suffixes else "")


@given(SECRET, SECRET, st.sampled_from(["s3", "https", "sftp", "webdav", "gs", "hf"]))
def test_no_password_token_or_signature_is_ever_shown(secret: str, key: str, scheme: str) -> None:
    urls = [
        f"{scheme}://{key}:{secret}@host/a.jsonl",
        f"{scheme}://host/a.jsonl?sig={secret}",
        f"{scheme}://host/a#{secret}",
    ]
    urls += [f"{scheme}://{secret}@host/a.jsonl"]
    for url in urls:
        place = StoreUrl(url)
        assert place.tells_secrets
        assert place.url == url
        assert not any(secret in shown for shown in (str(place), repr(place), place.name, f"{place!r:>9}"))
    assert not StoreUrl(f"{scheme}://host/a.jsonl").tells_secrets


@pytest.mark.parametrize("url", ["zip://a.jsonl::s3://b/c.zip", "https://[bad/a.jsonl?sig=tell-nobody", "tell-nobody"])
def test_a_url_that_cannot_be_used_is_refused_without_being_quoted(url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        StoreUrl(url)
    assert "tell-nobody" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "https://ana:tell/nobody@host/x.jsonl",
        "https://ana:tell?nobody@host/x.jsonl",
        "https://ana:tell#nobody@host/x.jsonl",
        "https://ana:te@ll/nobody@host/x.jsonl",
        "s3://key:tell+/nobody/==@clinic/x.jsonl",
        "abfs://key:tell/nobody@host.net/x.csv",
        "https://ana:tell\u2100nobody@host/x.jsonl",
        "https://ana:tell[nobody]@host/x.jsonl",
    ],
)
def test_a_url_whose_password_has_no_sure_end_is_refused_and_nothing_of_it_shown(url: str) -> None:
    with pytest.raises(ConfigError) as caught:
        place_of(url)
    assert not any(part in str(caught.value) for part in ("ana", "key:", "tell", "nobody", "clinic", "x."))
    assert "\n" not in str(caught.value)


@given(st.text("abc019:/?#@[]+%", min_size=1, max_size=12), st.sampled_from(["s3", "https", "sftp", "abfs"]))
def test_of_a_password_that_has_any_sign_in_it_no_letter_is_shown(noise: str, scheme: str) -> None:
    try:
        shown = str(place_of(f"{scheme}://user:X{noise}X@host/z.jsonl"))
    except ConfigError as error:
        shown = str(error)
    assert "X" not in shown
    assert "user:" not in shown


def test_a_run_folder_is_on_this_machine(tmp_path: Path) -> None:
    assert local_folder(str(tmp_path)) == tmp_path
    with pytest.raises(ConfigError, match="s3://clinic/run is in a store, and the journal of a run needs a disk"):
        local_folder("s3://key:secret@clinic/run")
