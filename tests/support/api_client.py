"""A program that asks the web table for JSON: no page, no Origin, no cookie."""

from __future__ import annotations

import gzip
import http.client
import json
from contextlib import closing
from dataclasses import dataclass

ROOT = "/api/v1"


@dataclass(frozen=True)
class ApiAnswer:
    status: int
    headers: dict
    raw: bytes

    @property
    def document(self):
        assert self.headers["content-type"] == "application/json", self.raw[:200]
        return json.loads(self.raw)


@dataclass(frozen=True)
class Program:
    port: int

    def ask(self, method, path, body=None, **headers):
        """Any request; ``body`` is a document, or bytes as they are. A header that is None is not sent."""
        connection = http.client.HTTPConnection("localhost", self.port, timeout=60)
        sent = {"Content-Type": "application/json"} if method != "GET" else {}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        raw = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        kept = {name: value for name, value in sent.items() if value is not None}
        with closing(connection):
            connection.request(method, path if path.startswith("/api") else ROOT + path, raw, kept)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            read = answer.read()
        return ApiAnswer(answer.status, found, gzip.decompress(read) if "content-encoding" in found else read)

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def post(self, path, body=None, **headers):
        return self.ask("POST", path, {} if body is None else body, **headers)
