import base64

from common import PICTURE, QUESTION, URL, Warmest, get_weather, serve
from google import genai
from google.genai import types


def client(key):
    return genai.Client(api_key=key, http_options={"base_url": URL})


def ask(model, key, stream, contents, **config):
    asked = {"model": model, "contents": contents, "config": types.GenerateContentConfig(**config)}
    # The client closes its connections once nothing references it.
    held = client(key)
    if not stream:
        return held.models.generate_content(**asked).text
    return "".join(chunk.text or "" for chunk in held.models.generate_content_stream(**asked))


def tools(model, key, stream):
    """The library calls the function by itself."""
    return ask(model, key, stream, QUESTION, tools=[get_weather])


def image(model, key, stream):
    picture = types.Part.from_bytes(data=base64.b64decode(PICTURE), mime_type="image/png")
    return ask(model, key, stream, [picture, "What is this?"])


def structured(model, key, stream):
    held = client(key)
    config = types.GenerateContentConfig(response_mime_type="application/json", response_schema=Warmest)
    return held.models.generate_content(model=model, contents=QUESTION, config=config).parsed.model_dump()


def answer(model, key, stream):
    return ask(model, key, stream, QUESTION)


def cancel(model, key, stream):
    held = client(key)
    for chunk in held.models.generate_content_stream(model=model, contents=QUESTION):
        if chunk.text:
            return chunk.text


serve(tools=tools, image=image, structured=structured, answer=answer, cancel=cancel)
