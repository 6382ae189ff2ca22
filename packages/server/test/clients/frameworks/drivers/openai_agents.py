import openai
from agents import Agent, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled
from common import PICTURE, QUESTION, URL, Warmest, get_weather, serve

set_tracing_disabled(True)


def agent(model, key, **more):
    client = openai.AsyncOpenAI(base_url=f"{URL}/v1", api_key=key)
    return Agent(name="Weather", model=OpenAIResponsesModel(model, openai_client=client), **more)


async def run(started, stream, asked):
    if not stream:
        return (await Runner.run(started, asked)).final_output
    streamed = Runner.run_streamed(started, asked)
    async for _ in streamed.stream_events():
        pass
    return streamed.final_output


async def tools(model, key, stream):
    return await run(agent(model, key, tools=[function_tool(get_weather)]), stream, QUESTION)


async def image(model, key, stream):
    picture = {"type": "input_image", "image_url": f"data:image/png;base64,{PICTURE}", "detail": "auto"}
    content = [{"type": "input_text", "text": "What is this?"}, picture]
    return await run(agent(model, key), stream, [{"role": "user", "content": content}])


async def structured(model, key, stream):
    return (await run(agent(model, key, output_type=Warmest), stream, QUESTION)).model_dump()


async def answer(model, key, stream):
    return await run(agent(model, key), stream, QUESTION)


async def cancel(model, key, stream):
    streamed = Runner.run_streamed(agent(model, key), QUESTION)
    async for event in streamed.stream_events():
        if event.type == "raw_response_event" and event.data.type == "response.output_text.delta":
            streamed.cancel()
            return event.data.delta


serve(tools=tools, image=image, structured=structured, answer=answer, cancel=cancel)
