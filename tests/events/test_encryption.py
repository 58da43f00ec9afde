"""An encrypted text can be decrypted for its name and with its key only, and as it was."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from events.encryption import Cipher, DecryptionFailed, KeyUnusable, make_key

TEXT = b"a hand of cards"


@pytest.fixture
def cipher() -> Cipher:
    return Cipher(bytes(32))


def test_an_encrypted_text_opens_and_shows_nothing(cipher: Cipher) -> None:
    encrypted = cipher.encrypted(TEXT, "a game")
    assert TEXT not in encrypted
    assert cipher.decrypted(encrypted, "a game") == TEXT
    assert cipher.encrypted(TEXT, "a game") != encrypted


@pytest.mark.threat("T-57")
def test_it_opens_under_no_other_name_nor_with_another_key(cipher: Cipher) -> None:
    encrypted = cipher.encrypted(TEXT, "a game")
    for other, name in ((cipher, "another game"), (Cipher(bytes(31) + b"1"), "a game")):
        with pytest.raises(DecryptionFailed):
            other.decrypted(encrypted, name)


@pytest.mark.threat("T-58")
def test_every_changed_byte_and_every_cut_is_noticed(cipher: Cipher) -> None:
    encrypted = cipher.encrypted(TEXT, "a game")
    changed = [encrypted[:at] + bytes([encrypted[at] ^ 1]) + encrypted[at + 1 :] for at in range(len(encrypted))]
    for broken in (*changed, *(encrypted[:end] for end in range(len(encrypted))), encrypted + b"1"):
        with pytest.raises(DecryptionFailed):
            cipher.decrypted(broken, "a game")


@pytest.mark.threat("T-57")
def test_a_made_key_is_for_its_user_alone_and_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "sleep.key"
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(lambda _: make_key(path), range(8))] == [None] * 8
    made = Cipher.from_file(path)
    make_key(path)
    assert Cipher.from_file(path).decrypted(made.encrypted(TEXT, "a"), "a") == TEXT
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [each.name for each in path.parent.iterdir()] == ["sleep.key"]


@pytest.mark.parametrize("content", ["", "00" * 31, "zz" * 32, "00" * 33, "\u00e9" * 64])
def test_a_file_without_a_key_is_refused_and_not_quoted(tmp_path: Path, content: str) -> None:
    path = tmp_path / "sleep.key"
    path.write_text(content, "utf-8")
    with pytest.raises(KeyUnusable, match="64 hexadecimal digits") as refused:
        Cipher.from_file(path)
    assert not content or content not in str(refused.value)
    with pytest.raises(KeyUnusable, match="cannot be read"):
        Cipher.from_file(tmp_path / "missing")
