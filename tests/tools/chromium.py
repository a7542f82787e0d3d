# SPDX-License-Identifier: Apache-2.0
"""Chromium without a window, by its DevTools protocol over two pipes. Standard library only."""
import json
import os
import select
import shutil
import subprocess
import time

PATIENCE = 60  # seconds


class Chromium:
    """A browser with one page. Everything that it tells meanwhile is kept in `told`."""

    def __init__(self, profile):
        from_us, to_browser = os.pipe()
        from_browser, to_us = os.pipe()

        def prepare():
            # First out of the way of 3 and 4, which the protocol wants.
            read, write = os.dup(from_us), os.dup(to_us)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [shutil.which("chromium"), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", f"--user-data-dir={profile}", "--remote-debugging-pipe"],
            preexec_fn=prepare, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(from_us)
        os.close(to_us)
        self.to_browser, self.from_browser = to_browser, from_browser
        self.buffer = b""
        self.number = 0
        self.session = None
        self.told = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def close(self):
        """Ends the browser, which is asked once to do so itself."""
        self.session = None
        try:
            self.send("Browser.close", {})
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)

    def send(self, method, parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(message).encode() + b"\0")
        return self.number

    def receive(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.from_browser], [], [], left)[0]:
                raise TimeoutError(f"the browser has said nothing for {seconds} s")
            part = os.read(self.from_browser, 1 << 16)
            if not part:
                raise EOFError("the browser has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        """What the browser answers."""
        number = self.send(method, parameters)
        while True:
            message = self.receive(PATIENCE)
            if message.get("id") == number:
                assert "error" not in message, f"{method}: {message['error']}"
                return message["result"]
            self.told.append(message)

    def open(self, path):
        """Loads a file and waits until all of it is there."""
        self.told = []
        self.ask("Page.navigate", url=path.as_uri())
        while not any(message["method"] == "Page.loadEventFired" for message in self.told):
            self.told.append(self.receive(PATIENCE))

    def value(self, expression):
        """What a JavaScript expression is, in the page."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def complaints(self):
        """Errors, warnings and whatever else the page has put into the console."""
        kinds = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
        return [message["params"] for message in self.told if message["method"] in kinds]

    def requests(self):
        """The addresses that the page has asked for."""
        return [message["params"]["request"]["url"] for message in self.told
                if message["method"] == "Network.requestWillBeSent"]

    def press(self, key, code):
        for kind in ("rawKeyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)
        if key == "Enter":
            self.ask("Input.dispatchKeyEvent", type="char", text="\r")
