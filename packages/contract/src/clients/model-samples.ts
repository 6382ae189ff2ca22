import type { Ability } from '../constants.ts'
import type { ClientSetting } from './client-guide.ts'

/** How programs call models that hold no conversations, by the models' abilities. Placeholders are those of `fillSetting`. */
export const modelSamples = {
  embeddings: [
    {
      where: { code: 'curl' },
      text: `curl '{address}/v1/embeddings' \\
  -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' \\
  -d '{"model": "{model}", "input": "Hello!"}'`,
    },
    {
      where: { code: 'python' },
      text: `from openai import OpenAI
client = OpenAI(base_url="{address}/v1", api_key="{key}")
print(client.embeddings.create(model="{model}", input="Hello!").data[0].embedding)`,
    },
    {
      where: { code: 'ts' },
      text: `import OpenAI from 'openai'
const client = new OpenAI({ baseURL: '{address}/v1', apiKey: '{key}' })
console.log((await client.embeddings.create({ model: '{model}', input: 'Hello!' })).data[0]?.embedding)`,
    },
  ],
  images: [
    {
      where: { code: 'curl' },
      text: `curl '{address}/v1/images/generations' \\
  -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' \\
  -d '{"model": "{model}", "prompt": "A red door"}'`,
    },
    {
      where: { code: 'python' },
      text: `from openai import OpenAI
client = OpenAI(base_url="{address}/v1", api_key="{key}")
image = client.images.generate(model="{model}", prompt="A red door").data[0]
print(image.url or image.b64_json)`,
    },
    {
      where: { code: 'ts' },
      text: `import OpenAI from 'openai'
const client = new OpenAI({ baseURL: '{address}/v1', apiKey: '{key}' })
const [image] = (await client.images.generate({ model: '{model}', prompt: 'A red door' })).data ?? []
console.log(image?.url ?? image?.b64_json)`,
    },
  ],
  rerank: [
    {
      where: { code: 'curl' },
      text: `curl '{address}/v1/rerank' \\
  -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' \\
  -d '{"model": "{model}", "query": "capital of France", "documents": ["Rome", "Paris"]}'`,
    },
    {
      where: { code: 'python' },
      text: `import requests
answer = requests.post(
    "{address}/v1/rerank",
    headers={"Authorization": "Bearer {key}"},
    json={"model": "{model}", "query": "capital of France", "documents": ["Rome", "Paris"]},
)
print(answer.json()["results"])`,
    },
    {
      where: { code: 'ts' },
      text: `const answer = await fetch('{address}/v1/rerank', {
  method: 'POST',
  headers: { Authorization: 'Bearer {key}', 'Content-Type': 'application/json' },
  body: JSON.stringify({ model: '{model}', query: 'capital of France', documents: ['Rome', 'Paris'] }),
})
console.log((await answer.json()).results)`,
    },
  ],
} satisfies Partial<Record<Ability, readonly ClientSetting[]>>

/** An ability whose models are called in samples. */
export type SampledAbility = keyof typeof modelSamples

// Object.keys loses the table's key type.
export const SAMPLED_ABILITIES = Object.keys(modelSamples) as SampledAbility[]
