import base64
import os

from common import PICTURE, QUESTION, URL, Warmest, get_weather, serve
from pydantic_ai import Agent, BinaryContent


def model_of(model, key):
    """One of the three providers that take an address."""
    if os.environ["TOLLGATE_FORMAT"] == "openai":
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        return OpenAIChatModel(model, provider=OpenAIProvider(base_url=f"{URL}/v1", api_key=key))
    if os.environ["TOLLGATE_FORMAT"] == "anthropic":
        from anthropic import AsyncAnthropic
        from pydantic_ai.models.anthropic import AnthropicModel
        from pydantic_ai.providers.anthropic import AnthropicProvider

        client = AsyncAnthropic(base_url=URL, api_key=key)
        return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(model, provider=GoogleProvider(base_url=URL, api_key=key))


async def run(agent, stream, asked):
    if not stream:
        return (await agent.run(asked)).output
    async with agent.run_stream(asked) as result:
        return await result.get_output()


async def tools(model, key, stream):
    return await run(Agent(model_of(model, key), tools=[get_weather]), stream, QUESTION)


async def image(model, key, stream):
    picture = BinaryContent(data=base64.b64decode(PICTURE), media_type="image/png")
    return await run(Agent(model_of(model, key)), stream, ["What is this?", picture])


async def structured(model, key, stream):
    return (await run(Agent(model_of(model, key), output_type=Warmest), stream, QUESTION)).model_dump()


async def answer(model, key, stream):
    return await run(Agent(model_of(model, key)), stream, QUESTION)


async def cancel(model, key, stream):
    async with Agent(model_of(model, key)).run_stream(QUESTION) as result:
        async for text in result.stream_text(delta=True, debounce_by=None):
            return text


serve(tools=tools, image=image, structured=structured, answer=answer, cancel=cancel)
