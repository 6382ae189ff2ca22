import json

import openai
from common import PARAMETERS, PICTURE, QUESTION, URL, Warmest, get_weather, serve

TOOLS = [{"type": "function", "name": "get_weather", "strict": True, "parameters": PARAMETERS}]


def client(key):
    return openai.OpenAI(base_url=f"{URL}/v1", api_key=key)


def respond(model, key, stream, items, **more):
    asked = {"model": model, "input": items, "store": False, "include": ["reasoning.encrypted_content"], **more}
    if not stream:
        return client(key).responses.create(**asked)
    with client(key).responses.stream(**asked) as events:
        return events.get_final_response()


def as_input(item):
    return item.model_dump(exclude_none=True, exclude={"status", "parsed_arguments", "parsed"})


def outputs(items):
    return [
        {"type": "function_call_output", "call_id": item.call_id, "output": get_weather(**json.loads(item.arguments))}
        for item in items
        if item.type == "function_call"
    ]


def tools(model, key, stream):
    items = [{"role": "user", "content": QUESTION}]
    while True:
        response = respond(model, key, stream, items, tools=TOOLS)
        results = outputs(response.output)
        if not results:
            return response.output_text
        items += [as_input(item) for item in response.output] + results


def image(model, key, stream):
    picture = {"type": "input_image", "image_url": f"data:image/png;base64,{PICTURE}"}
    content = [{"type": "input_text", "text": "What is this?"}, picture]
    return respond(model, key, stream, [{"role": "user", "content": content}]).output_text


def structured(model, key, stream):
    return client(key).responses.parse(model=model, input=QUESTION, text_format=Warmest).output_parsed.model_dump()


def answer(model, key, stream):
    return respond(model, key, stream, QUESTION).output_text


def cancel(model, key, stream):
    with client(key).responses.create(model=model, input=QUESTION, stream=True) as events:
        for event in events:
            if event.type == "response.output_text.delta":
                return event.delta


def socket(model, key, stream):
    """The client's own WebSocket of Responses: each request sends only what is new."""
    with client(key).responses.connect() as connection:
        more = {"input": [{"role": "user", "content": QUESTION}]}
        while True:
            connection.response.create(model=model, tools=TOOLS, store=False, **more)
            response = completed(connection)
            results = outputs(response.output)
            if not results:
                return response.output_text
            more = {"input": results, "previous_response_id": response.id}


def completed(connection):
    for event in connection:
        if event.type == "response.completed":
            return event.response
        if event.type in ("error", "response.failed"):
            raise RuntimeError(event.model_dump_json())


def realtime(model, key, stream):
    """The client's realtime connection."""
    with client(key).realtime.connect(model=model) as connection:
        connection.session.update(session={"type": "realtime", "output_modalities": ["audio"]})
        connection.response.create()
        said = ""
        for event in connection:
            if event.type == "response.output_audio_transcript.delta":
                said += event.delta
            if event.type == "error":
                raise RuntimeError(event.model_dump_json())
            if event.type == "response.done":
                return said


serve(
    tools=tools,
    image=image,
    structured=structured,
    answer=answer,
    cancel=cancel,
    socket=socket,
    realtime=realtime,
)
