import os

from common import PICTURE, QUESTION, URL, Warmest, get_weather, serve
from langchain.agents import create_agent


def model_of(model, key):
    """One of the three integrations that take an address."""
    if os.environ["TOLLGATE_FORMAT"] == "openai":
        from langchain_openai import ChatOpenAI

        return ChatOpenAI(model=model, base_url=f"{URL}/v1", api_key=key, stream_usage=True)
    if os.environ["TOLLGATE_FORMAT"] == "anthropic":
        from langchain_anthropic import ChatAnthropic

        return ChatAnthropic(model=model, base_url=URL, api_key=key, max_tokens=1024)
    from langchain_google_genai import ChatGoogleGenerativeAI

    # It always sends a temperature, and some models accept only 1.
    return ChatGoogleGenerativeAI(model=model, base_url=URL, google_api_key=key, temperature=1)


def ask(model, key, stream, messages):
    chat = model_of(model, key)
    if not stream:
        return chat.invoke(messages).text
    return "".join(chunk.text for chunk in chat.stream(messages))


def tools(model, key, stream):
    agent = create_agent(model_of(model, key), tools=[get_weather])
    asked = {"messages": [{"role": "user", "content": QUESTION}]}
    if not stream:
        return agent.invoke(asked)["messages"][-1].text
    said = ""
    for chunk, about in agent.stream(asked, stream_mode="messages"):
        if about["langgraph_node"] == "model":
            said += chunk.text
    return said


def image(model, key, stream):
    picture = {"type": "image", "base64": PICTURE, "mime_type": "image/png"}
    content = [{"type": "text", "text": "What is this?"}, picture]
    return ask(model, key, stream, [{"role": "user", "content": content}])


def structured(model, key, stream):
    return model_of(model, key).with_structured_output(Warmest).invoke(QUESTION).model_dump()


def answer(model, key, stream):
    return ask(model, key, stream, QUESTION)


def cancel(model, key, stream):
    for chunk in model_of(model, key).stream(QUESTION):
        if chunk.text:
            return chunk.text


serve(tools=tools, image=image, structured=structured, answer=answer, cancel=cancel)
