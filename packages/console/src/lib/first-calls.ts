export const PROGRAMS = ['curl', 'Python', 'JavaScript'] as const
export type Program = (typeof PROGRAMS)[number]

/** The API formats of the gateway, by their makers' names for them. */
export const DIALECTS = ['OpenAI Chat', 'OpenAI Responses', 'Anthropic Messages', 'Gemini'] as const
export type Dialect = (typeof DIALECTS)[number]

interface FirstCall {
  /** The gateway's address, without a trailing slash and without `/v1`. */
  address: string
  /** With its prefix `sk-`. */
  key: string
  model: string
}

/** A first call in an API format, ready to paste into a terminal or a file. */
export function firstCall(dialect: Dialect, program: Program, call: FirstCall): string {
  return samples[dialect][program](call)
}

const samples: Record<Dialect, Record<Program, (call: FirstCall) => string>> = {
  'OpenAI Chat': {
    curl: ({ address, key, model }) => `curl ${address}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "messages": [{"role": "user", "content": "Hello!"}]
  }'`,
    Python: ({ address, key, model }) => `from openai import OpenAI

client = OpenAI(base_url="${address}/v1", api_key="${key}")
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello!"}],
)
print(answer.choices[0].message.content)`,
    JavaScript: ({ address, key, model }) => `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${address}/v1',
  apiKey: '${key}',
})
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello!' }],
})
console.log(answer.choices[0].message.content)`,
  },
  'OpenAI Responses': {
    curl: ({ address, key, model }) => `curl ${address}/v1/responses \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "input": "Hello!"
  }'`,
    Python: ({ address, key, model }) => `from openai import OpenAI

client = OpenAI(base_url="${address}/v1", api_key="${key}")
answer = client.responses.create(model="${model}", input="Hello!")
print(answer.output_text)`,
    JavaScript: ({ address, key, model }) => `import OpenAI from 'openai'

const client = new OpenAI({
  baseURL: '${address}/v1',
  apiKey: '${key}',
})
const answer = await client.responses.create({
  model: '${model}',
  input: 'Hello!',
})
console.log(answer.output_text)`,
  },
  'Anthropic Messages': {
    curl: ({ address, key, model }) => `curl ${address}/v1/messages \\
  -H "x-api-key: ${key}" \\
  -H "anthropic-version: 2023-06-01" \\
  -H "Content-Type: application/json" \\
  -d '{
    "model": "${model}",
    "max_tokens": 1024,
    "messages": [{"role": "user", "content": "Hello!"}]
  }'`,
    Python: ({ address, key, model }) => `from anthropic import Anthropic

client = Anthropic(base_url="${address}", api_key="${key}")
answer = client.messages.create(
    model="${model}",
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello!"}],
)
print(answer.content[0].text)`,
    JavaScript: ({ address, key, model }) => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({
  baseURL: '${address}',
  apiKey: '${key}',
})
const answer = await client.messages.create({
  model: '${model}',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Hello!' }],
})
console.log(answer.content[0].text)`,
  },
  Gemini: {
    curl: ({ address, key, model }) => `curl ${address}/v1beta/models/${model}:generateContent \\
  -H "x-goog-api-key: ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{
    "contents": [{"parts": [{"text": "Hello!"}]}]
  }'`,
    Python: ({ address, key, model }) => `from google import genai

client = genai.Client(
    api_key="${key}",
    http_options={"base_url": "${address}"},
)
answer = client.models.generate_content(
    model="${model}",
    contents="Hello!",
)
print(answer.text)`,
    JavaScript: ({ address, key, model }) => `import { GoogleGenAI } from '@google/genai'

const client = new GoogleGenAI({
  apiKey: '${key}',
  httpOptions: { baseUrl: '${address}' },
})
const answer = await client.models.generateContent({
  model: '${model}',
  contents: 'Hello!',
})
console.log(answer.text)`,
  },
}
