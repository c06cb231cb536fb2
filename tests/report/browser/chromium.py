"""Drives a headless Chromium over its debugging pipe: messages of the Chrome DevTools Protocol, each ended by a NUL.

https://chromedevtools.github.io/devtools-protocol; the pipe needs no port and no library.
"""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
INSTALL = "apt-get install chromium"
_DEADLINE_S = 60.0


def find() -> str | None:
    """Path of a browser, None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    def __init__(self, program: str, profile: Path) -> None:
        from_browser, to_us = os.pipe()
        from_us, to_browser = os.pipe()
        command = [
            program,
            "--headless=new",
            # What is opened is this project's own file, and CI runs as root, where the sandbox refuses to start.
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-extensions",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            "--hide-scrollbars",
            f"--user-data-dir={profile}",
            "--remote-debugging-pipe",
            "about:blank",
        ]
        # The browser reads from descriptor 3 and writes to 4.
        redirected = f'exec "$@" 3<&{from_us} 4>&{to_us}'
        self._process = subprocess.Popen(
            ["bash", "-c", redirected, "bash", *command],
            pass_fds=(from_us, to_us),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(from_us)
        os.close(to_us)
        self._from, self._to = from_browser, to_browser
        self._buffer = b""
        self._ids = itertools.count(1)
        self._session = ""
        self.events: list[dict] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self) -> None:
        os.close(self._to)
        os.close(self._from)
        try:
            self._process.wait(10)  # it ends when its pipe does
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def call(self, method: str, **parameters: object) -> dict:
        """Send a command and return its result; events that come meanwhile are kept."""
        number = next(self._ids)
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.events.append(answer)

    def _read(self) -> dict:
        deadline = time.monotonic() + _DEADLINE_S
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._from], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"the browser said nothing for {_DEADLINE_S:.0f} s"
            data = os.read(self._from, 1 << 20)
            assert data, f"the browser ended (exit status {self._process.poll()})"
            self._buffer += data
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    # -- what tests do -----------------------------------------------------------------------------------------

    def open(self, path: Path, *, scheme: str = "light", width: int = 1440, height: int = 1000) -> None:
        """Open a file, and wait until it has loaded."""
        self.emulate(scheme)
        self.resize(width, height)
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read())

    def resize(self, width: int, height: int) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def emulate(self, scheme: str) -> None:
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def run(self, script: str) -> object:
        """Return the value of a JavaScript expression."""
        result = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True
        )
        assert "exceptionDetails" not in result, result["exceptionDetails"]
        return result["result"].get("value")

    def key(self, key: str) -> None:
        text = {"Enter": "\r", " ": " "}.get(key, "")
        code = {
            "Enter": 13,
            " ": 32,
            "Tab": 9,
            "Escape": 27,
            "ArrowLeft": 37,
            "ArrowUp": 38,
            "ArrowRight": 39,
            "ArrowDown": 40,
        }
        pressed = {"key": key, "windowsVirtualKeyCode": code[key]}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **pressed)
        self.call("Input.dispatchKeyEvent", type="keyUp", **pressed)

    def type(self, selector: str, text: str) -> None:
        """Put text into an input, as typing does."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.run(f"document.querySelector({json.dumps(selector)}).select()")
        if text:
            self.call("Input.insertText", text=text)
        else:
            self.run(
                f"{{const i = document.querySelector({json.dumps(selector)});"
                "i.value = ''; i.dispatchEvent(new Event('input'))}"
            )

    def screenshot(self, *, whole: bool = False, selector: str = "") -> bytes:
        """Return a PNG of the window, of the whole page, or of an element."""
        options: dict[str, object] = {}
        if selector:
            box = self.run(
                f"(() => {{const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                "return {x: b.x + scrollX, y: b.y + scrollY, width: b.width, height: b.height, scale: 1}})()"
            )
            options = {"clip": box, "captureBeyondViewport": True}
        elif whole:
            options = {"captureBeyondViewport": True}
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", **options)["data"])

    def pdf(self) -> bytes:
        return base64.b64decode(
            self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"]
        )

    def complaints(self) -> list[str]:
        """Everything that the console has been told since `open`: exceptions, errors, warnings, messages."""
        said = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                said.append(details.get("exception", {}).get("description") or details["text"])
            elif event.get("method") == "Runtime.consoleAPICalled":
                said.append(f"{parameters['type']}: {parameters['args']}")
            elif event.get("method") == "Log.entryAdded":
                said.append(parameters["entry"]["text"])
        return said

    def requested(self) -> list[str]:
        """Every address that was asked for since `open`."""
        return [
            e["params"]["request"]["url"]
            for e in self.events
            if e.get("method") == "Network.requestWillBeSent"
        ]
