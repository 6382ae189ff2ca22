"""Shared by the Python drivers: they read one line per scenario and answer with one line."""

import asyncio
import inspect
import json
import os
import sys

from pydantic import BaseModel

URL = os.environ["TOLLGATE_URL"]
QUESTION = "Which is warmer: Paris or Rome?"
PICTURE = os.environ["TOLLGATE_PICTURE"]
WEATHER = {"Paris": "sunny, 21 degrees", "Rome": "sunny, 27 degrees"}
PARAMETERS = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}


class Warmest(BaseModel):
    """The warmest of several cities."""

    city: str
    degrees: int


def get_weather(city: str) -> str:
    """Looks the weather of a city up.

    Args:
        city: The city's name.
    """
    return WEATHER[city]


def serve(**scenarios):
    """Plays scenarios by name until the input ends. An exception is the scenario's result."""
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            came = scenarios[asked["scenario"]](asked["model"], asked["key"], asked["stream"])
            if inspect.isawaitable(came):
                came = asyncio.run(came)
            told = {"text": came if isinstance(came, str) else json.dumps(came)}
        except BaseException as raised:
            told = {"error": f"{type(raised).__name__}: {raised}"}
        print(json.dumps({"came": told}), flush=True)
