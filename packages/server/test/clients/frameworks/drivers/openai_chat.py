import json

import openai
from common import PARAMETERS, PICTURE, QUESTION, URL, Warmest, get_weather, serve

TOOL = {"name": "get_weather", "description": "Looks the weather of a city up.", "parameters": PARAMETERS}
TOOLS = [{"type": "function", "function": TOOL}]


def client(key):
    return openai.OpenAI(base_url=f"{URL}/v1", api_key=key)


def message(model, key, stream, messages, **more):
    chat = client(key).chat.completions
    if not stream:
        return chat.create(model=model, messages=messages, **more).choices[0].message
    with chat.stream(model=model, messages=messages, **more) as events:
        return events.get_final_completion().choices[0].message


def tools(model, key, stream):
    messages = [{"role": "user", "content": QUESTION}]
    while True:
        said = message(model, key, stream, messages, tools=TOOLS)
        if not said.tool_calls:
            return said.content
        messages.append(said.model_dump(exclude_none=True, include={"role", "content", "tool_calls"}, exclude={"tool_calls": {"__all__": {"function": {"parsed_arguments"}, "index": True}}}))
        for call in said.tool_calls:
            result = get_weather(**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


def image(model, key, stream):
    picture = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PICTURE}"}}
    content = [{"type": "text", "text": "What is this?"}, picture]
    return message(model, key, stream, [{"role": "user", "content": content}]).content


def structured(model, key, stream):
    messages = [{"role": "user", "content": QUESTION}]
    answer = client(key).chat.completions.parse(model=model, messages=messages, response_format=Warmest)
    return answer.choices[0].message.parsed.model_dump()


def answer(model, key, stream):
    return message(model, key, stream, [{"role": "user", "content": QUESTION}]).content


def cancel(model, key, stream):
    messages = [{"role": "user", "content": QUESTION}]
    with client(key).chat.completions.create(model=model, messages=messages, stream=True) as chunks:
        for chunk in chunks:
            if chunk.choices and chunk.choices[0].delta.content:
                return chunk.choices[0].delta.content


serve(tools=tools, image=image, structured=structured, answer=answer, cancel=cancel)
