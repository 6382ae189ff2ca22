import type { Ability, AudioEndpoint } from '../constants.ts'
import type { Abilities } from '../entities/ability.ts'
import type { ClientSetting } from './client-guide.ts'

/** How programs call models that hold no conversations, by the models' abilities or their audio endpoint. Placeholders are those of `fillSetting`. */
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
  speech: [
    {
      where: { code: 'curl' },
      text: `curl '{address}/v1/audio/speech' --output hello.mp3 \\
  -H 'Authorization: Bearer {key}' -H 'Content-Type: application/json' \\
  -d '{"model": "{model}", "voice": "alloy", "input": "Hello!"}'`,
    },
    {
      where: { code: 'python' },
      text: `from openai import OpenAI
client = OpenAI(base_url="{address}/v1", api_key="{key}")
client.audio.speech.create(model="{model}", voice="alloy", input="Hello!").write_to_file("hello.mp3")`,
    },
    {
      where: { code: 'ts' },
      text: `import { writeFile } from 'node:fs/promises'
import OpenAI from 'openai'
const client = new OpenAI({ baseURL: '{address}/v1', apiKey: '{key}' })
const sound = await client.audio.speech.create({ model: '{model}', voice: 'alloy', input: 'Hello!' })
await writeFile('hello.mp3', Buffer.from(await sound.arrayBuffer()))`,
    },
  ],
  transcriptions: [
    {
      where: { code: 'curl' },
      text: `curl '{address}/v1/audio/transcriptions' \\
  -H 'Authorization: Bearer {key}' \\
  -F 'model={model}' -F 'file=@hello.mp3'`,
    },
    {
      where: { code: 'python' },
      text: `from openai import OpenAI
client = OpenAI(base_url="{address}/v1", api_key="{key}")
print(client.audio.transcriptions.create(model="{model}", file=open("hello.mp3", "rb")).text)`,
    },
    {
      where: { code: 'ts' },
      text: `import { createReadStream } from 'node:fs'
import OpenAI from 'openai'
const client = new OpenAI({ baseURL: '{address}/v1', apiKey: '{key}' })
const file = createReadStream('hello.mp3')
console.log((await client.audio.transcriptions.create({ model: '{model}', file })).text)`,
    },
  ],
} satisfies Partial<Record<Ability | AudioEndpoint, readonly ClientSetting[]>>

/** Returns the samples for a model that holds no conversations; undefined: how it is called is unknown. */
export function samplesOf(
  abilities: Abilities,
  audioEndpoint: AudioEndpoint | null,
): readonly ClientSetting[] | undefined {
  if (abilities.audio && audioEndpoint) return modelSamples[audioEndpoint]
  const ability = SAMPLED_ABILITIES.find(ability => abilities[ability])
  return ability && modelSamples[ability]
}

const SAMPLED_ABILITIES = ['embeddings', 'images', 'rerank'] as const
