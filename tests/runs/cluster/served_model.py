"""A model behind Ray Serve as users deploy one, with the local model of gyges.testing in the place of vLLM.

As a process (``python served_model.py PORT``) it starts a cluster of this machine and the model on it, prints the
address of the cluster once the model answers, and ends when standard input does.
"""

import sys

import httpx
import ray
from fastapi import FastAPI, Request, Response
from ray import serve

from gyges.testing import ModelServer

STORE = 80 * 2**20
"""Bytes of shared memory; Ray takes no fewer than 75 MB."""
web = FastAPI()


@serve.deployment(num_replicas=1, ray_actor_options={"num_cpus": 0})
@serve.ingress(web)
class ServedModel:
    """Hands what Ray Serve is asked to a model in the same process."""

    def __init__(self) -> None:
        self._server = ModelServer().start()
        self._client = httpx.AsyncClient(base_url=self._server.url.removesuffix("/v1"))

    @web.api_route("/{path:path}", methods=["GET", "POST"])
    async def pass_on(self, path: str, request: Request) -> Response:
        """Ask the model, and answer as it does."""
        kind = request.headers.get("content-type", "application/json")
        asked = await self._client.request(
            request.method, f"/{path}", content=await request.body(), headers={"content-type": kind}
        )
        return Response(asked.content, asked.status_code, media_type=asked.headers.get("content-type"))


def start_ray() -> None:
    """Start a cluster of this machine; Ray gives its parts some seconds to start, which a busy computer may not do."""
    for left in (2, 1, 0):
        try:
            ray.init("local", num_cpus=1, include_dashboard=False, log_to_driver=False, object_store_memory=STORE)
        except Exception as error:
            if not left or "timed out during startup" not in str(error):
                raise
            ray.shutdown()
        else:
            return


def main() -> None:
    """Serve until standard input ends."""
    start_ray()
    serve.start(http_options={"host": "127.0.0.1", "port": int(sys.argv[1])})
    serve.run(ServedModel.bind(), route_prefix="/")  # type: ignore[attr-defined]  # a decorator makes a deployment of it
    sys.stdout.write(ray.get_runtime_context().gcs_address + "\n")
    sys.stdout.flush()
    sys.stdin.read()
    serve.shutdown()
    ray.shutdown()


if __name__ == "__main__":
    main()
