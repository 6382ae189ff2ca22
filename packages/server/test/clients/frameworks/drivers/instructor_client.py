import instructor
import openai
from common import PICTURE, QUESTION, URL, Warmest, serve
from instructor.processing.multimodal import Image


def client(key):
    return instructor.from_openai(openai.OpenAI(base_url=f"{URL}/v1", api_key=key))


def ask(model, key, stream, content):
    completions = client(key).chat.completions
    asked = {"model": model, "response_model": Warmest, "messages": [{"role": "user", "content": content}]}
    if not stream:
        return completions.create(**asked).model_dump()
    last = None
    for partial in completions.create_partial(**asked):
        last = partial
    return last.model_dump()


def image(model, key, stream):
    return ask(model, key, stream, ["What is this?", Image.from_base64(f"data:image/png;base64,{PICTURE}")])


def structured(model, key, stream):
    return ask(model, key, stream, QUESTION)


serve(image=image, structured=structured, answer=structured)
