import anthropic
from anthropic import beta_tool
from common import PICTURE, QUESTION, URL, Warmest, get_weather, serve


def client(key):
    return anthropic.Anthropic(base_url=URL, api_key=key)


def ask(model, key, stream, content):
    asked = {"model": model, "max_tokens": 1024, "messages": [{"role": "user", "content": content}]}
    if not stream:
        return said(client(key).messages.create(**asked))
    with client(key).messages.stream(**asked) as events:
        return said(events.get_final_message())


def said(message):
    return "".join(block.text for block in message.content if block.type == "text")


def tools(model, key, stream):
    """The library's own tool runner."""
    runner = client(key).beta.messages.tool_runner(
        model=model,
        max_tokens=2048,
        thinking={"type": "enabled", "budget_tokens": 1024},
        tools=[beta_tool(get_weather)],
        messages=[{"role": "user", "content": QUESTION}],
        stream=stream,
        # The strict hosts keep no threads. The library finds out by itself that a gateway has none
        # for other families.
        thread=False,
    )
    last = None
    for message in runner:
        last = message.get_final_message() if stream else message
    return said(last)


def image(model, key, stream):
    source = {"type": "base64", "media_type": "image/png", "data": PICTURE}
    return ask(model, key, stream, [{"type": "text", "text": "What is this?"}, {"type": "image", "source": source}])


def structured(model, key, stream):
    messages = [{"role": "user", "content": QUESTION}]
    answer = client(key).messages.parse(model=model, max_tokens=1024, messages=messages, output_format=Warmest)
    return answer.parsed_output.model_dump()


def answer(model, key, stream):
    return ask(model, key, stream, QUESTION)


def cancel(model, key, stream):
    messages = [{"role": "user", "content": QUESTION}]
    with client(key).messages.stream(model=model, max_tokens=1024, messages=messages) as events:
        for text in events.text_stream:
            return text


serve(tools=tools, image=image, structured=structured, answer=answer, cancel=cancel)
