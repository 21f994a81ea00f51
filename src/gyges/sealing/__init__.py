"""What lies on disk, closed with a key of the user: records, replies and files. See docs/design/at_rest.md."""

from gyges.sealing._box import Box
from gyges.sealing._codec import PLAIN, SEALED_NAME, Codec, SealedCodec
from gyges.sealing._current import at_rest, current_key, passing_key, refuse_key
from gyges.sealing._files import is_sealed, open_at_rest, read_at_rest, sealed_as_needed
from gyges.sealing._folder import SEAL, is_seal, key_of, record_codec, reply_codec, seal_folder, sealed_above
from gyges.sealing._key import AtRestKey, new_key_file, stretched

__all__ = [
    "PLAIN",
    "SEAL",
    "SEALED_NAME",
    "AtRestKey",
    "Box",
    "Codec",
    "SealedCodec",
    "at_rest",
    "current_key",
    "is_seal",
    "is_sealed",
    "key_of",
    "new_key_file",
    "open_at_rest",
    "passing_key",
    "read_at_rest",
    "record_codec",
    "refuse_key",
    "reply_codec",
    "seal_folder",
    "sealed_above",
    "sealed_as_needed",
    "stretched",
]
