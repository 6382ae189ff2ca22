import json
import os

import litellm
from common import PARAMETERS, PICTURE, QUESTION, URL, Warmest, get_weather, serve

FORMAT = os.environ["TOLLGATE_FORMAT"]
TOOL = {"name": "get_weather", "description": "Looks the weather of a city up.", "parameters": PARAMETERS}
TOOLS = [{"type": "function", "function": TOOL}]


def complete(model, key, messages, **more):
    base = f"{URL}/v1" if FORMAT == "openai" else URL
    return litellm.completion(model=f"{FORMAT}/{model}", api_base=base, api_key=key, messages=messages, **more)


def message(model, key, stream, messages, **more):
    answer = complete(model, key, messages, stream=stream, **more)
    if stream:
        answer = litellm.stream_chunk_builder(list(answer), messages=messages)
    return answer.choices[0].message


def tools(model, key, stream):
    messages = [{"role": "user", "content": QUESTION}]
    while True:
        said = message(model, key, stream, messages, tools=TOOLS)
        if not said.tool_calls:
            return said.content
        messages.append(said.model_dump(exclude_none=True))
        for call in said.tool_calls:
            result = get_weather(**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


def image(model, key, stream):
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}}
    content = [{"type": "text", "text": "What is this?"}, picture]
    return message(model, key, stream, [{"role": "user", "content": content}]).content


def structured(model, key, stream):
    messages = [{"role": "user", "content": QUESTION}]
    said = message(model, key, stream, messages, response_format=Warmest)
    return Warmest.model_validate_json(said.content).model_dump()


def answer(model, key, stream):
    return message(model, key, stream, [{"role": "user", "content": QUESTION}]).content


def cancel(model, key, stream):
    chunks = complete(model, key, [{"role": "user", "content": QUESTION}], stream=True)
    for chunk in chunks:
        if chunk.choices[0].delta.content:
            chunks.completion_stream.close()
            return chunk.choices[0].delta.content


serve(tools=tools, image=image, structured=structured, answer=answer, cancel=cancel)
