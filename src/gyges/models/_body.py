"""The body of a reply, read with a limit: what is sent without end, or packed to nothing, does not fill memory."""

import zlib

import httpx

from gyges.errors import AnswerTooLargeError

__all__ = ["LARGEST_REPLY", "read_limited"]

LARGEST_REPLY = 8 * 2**20
"""Bytes, unpacked. An answer of 128,000 tokens takes less than half of it, with every letter escaped (``\\u00e9``)."""

_PACKED = ("gzip", "x-gzip", "deflate")
_EITHER_HEADER = 32 + zlib.MAX_WBITS  # zlib finds out by itself whether it is gzip or deflate


async def read_limited(response: httpx.Response, url: str) -> httpx.Response:
    """Return a response with its whole body, unpacked.

    Raises:
        AnswerTooLargeError: The body is larger than any answer, or packed in a way that was not asked for.
        httpx.DecodingError: What was sent cannot be unpacked.
    """
    packing = response.headers.get("content-encoding", "").strip().lower()
    if packing not in ("", "identity", *_PACKED):
        raise AnswerTooLargeError(f"{url} sent a reply packed as '{packing[:20]}'", "have the server send it unpacked")
    unpacker = zlib.decompressobj(_EITHER_HEADER) if packing in _PACKED else None
    body = bytearray()
    async for chunk in response.aiter_raw():
        try:
            body += unpacker.decompress(chunk, LARGEST_REPLY + 1 - len(body)) if unpacker else chunk
        except zlib.error as error:
            raise httpx.DecodingError("the reply cannot be unpacked") from error
        if len(body) > LARGEST_REPLY:
            raise AnswerTooLargeError(
                f"{url} sent a reply of more than {LARGEST_REPLY // 2**20} MiB", "check what answers at this address"
            )
    headers = {name: value for name, value in response.headers.items() if name != "content-encoding"}
    return httpx.Response(response.status_code, headers=headers, content=bytes(body))
