import base64

from common import PICTURE, QUESTION, URL, Warmest, get_weather, serve
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage, ImageBlock, TextBlock
from llama_index.llms.openai_like import OpenAILike


def model_of(model, key):
    return OpenAILike(
        model=model,
        api_base=f"{URL}/v1",
        api_key=key,
        is_chat_model=True,
        is_function_calling_model=True,
        temperature=1.0,
    )


async def tools(model, key, stream):
    agent = FunctionAgent(tools=[get_weather], llm=model_of(model, key), streaming=stream)
    return str(await agent.run(QUESTION))


def ask(model, key, stream, message):
    if not stream:
        return model_of(model, key).chat([message]).message.content
    return "".join(chunk.delta or "" for chunk in model_of(model, key).stream_chat([message]))


def image(model, key, stream):
    picture = ImageBlock(image=base64.b64decode(PICTURE), image_mimetype="image/png")
    return ask(model, key, stream, ChatMessage(blocks=[TextBlock(text="What is this?"), picture]))


def structured(model, key, stream):
    return model_of(model, key).as_structured_llm(Warmest).complete(QUESTION).raw.model_dump()


def answer(model, key, stream):
    return ask(model, key, stream, ChatMessage(content=QUESTION))


def cancel(model, key, stream):
    chunks = model_of(model, key).stream_chat([ChatMessage(content=QUESTION)])
    for chunk in chunks:
        if chunk.delta:
            chunks.close()
            return chunk.delta


serve(tools=tools, image=image, structured=structured, answer=answer, cancel=cancel)
