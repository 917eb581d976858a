"""A web table as a user starts it: ``mazzo serve`` in a process of its own, on a free port, with a home of its own."""

from __future__ import annotations

import gzip
import http.client
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager
from threading import Thread
from urllib.parse import urlencode


class Answer:
    def __init__(self, answer):
        self.status, self.headers, self.text = answer.status, dict(answer.getheaders()), answer.read()
        self.text = (gzip.decompress(self.text) if "content-encoding" in self.headers else self.text).decode()

    @property
    def place(self):
        return self.headers.get("location")


class WebServer:
    def __init__(self, port, process):
        self.port, self.process = port, process
        self.said = []

    @property
    def address(self):
        return f"http://localhost:{self.port}"

    def ask(self, method, path, form=None, **headers):
        connection = http.client.HTTPConnection("localhost", self.port, timeout=60)
        sent = {"Origin": self.address} if method == "POST" else {}
        if form is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        body = None if form is None else urlencode(form, doseq=True)
        connection.request(method, path, body, {name: value for name, value in sent.items() if value is not None})
        with closing(connection):
            return Answer(connection.getresponse())

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def post(self, path, form=None, **headers):
        return self.ask("POST", path, form or {}, **headers)


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def own_folders(home):
    """An environment with its own folders for everything but the compiled rules: those all programs of a user share."""
    return {**os.environ, **{f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE")}}


@contextmanager
def web_server(home, port=None, options=(), **environment):
    """The server, until the test is over; it ends by Ctrl-C, as a user ends it. What it says is in ``said``."""
    port = port or free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "mazzo", "serve", "--port", str(port), "--lang", "en", *options],
        env={**own_folders(home), "MAZZO_PLAIN": "", "PYTHONUNBUFFERED": "1", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    reading = None
    try:
        line = process.stdout.readline()
        assert f":{port}/" in line, line
        started = WebServer(port, process)
        # What the server writes is read on: a full pipe would stop it.
        reading = Thread(target=lambda: started.said.extend(iter(process.stdout.readline, "")))
        reading.start()
        yield started
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
        if reading is not None:
            reading.join()
        process.stdout.close()
