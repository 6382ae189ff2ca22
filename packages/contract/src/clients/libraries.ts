import type { ClientGuide } from './client-guide.ts'

/** Libraries for programs. */
export const libraries: readonly ClientGuide[] = [
  {
    id: 'openai-sdk',
    name: 'OpenAI SDK',
    kind: 'library',
    protocol: 'openai-responses',
    suits: 'any',
    settings: [
      {
        where: { code: 'python' },
        text: `from openai import OpenAI
client = OpenAI(base_url="{address}/v1", api_key="{key}")
print(client.responses.create(model="{model}", input="Hello!").output_text)`,
      },
      {
        where: { code: 'ts' },
        text: `import OpenAI from 'openai'
const client = new OpenAI({ baseURL: '{address}/v1', apiKey: '{key}' })
console.log((await client.responses.create({ model: '{model}', input: 'Hello!' })).output_text)`,
      },
    ],
    notes: [],
    source: 'https://github.com/openai/openai-node',
  },
  {
    id: 'anthropic-sdk',
    name: 'Anthropic SDK',
    kind: 'library',
    protocol: 'anthropic-messages',
    suits: 'any',
    settings: [
      {
        where: { code: 'python' },
        text: `from anthropic import Anthropic
client = Anthropic(base_url="{address}", api_key="{key}")
print(client.messages.create(model="{model}", max_tokens=1024, messages=[{"role": "user", "content": "Hello!"}]).content)`,
      },
      {
        where: { code: 'ts' },
        text: `import Anthropic from '@anthropic-ai/sdk'
const client = new Anthropic({ baseURL: '{address}', apiKey: '{key}' })
console.log(await client.messages.create({ model: '{model}', max_tokens: 1024, messages: [{ role: 'user', content: 'Hello!' }] }))`,
      },
    ],
    notes: ['no_v1'],
    source: 'https://github.com/anthropics/anthropic-sdk-typescript',
  },
  {
    id: 'google-sdk',
    name: 'Google Gen AI SDK',
    kind: 'library',
    protocol: 'gemini',
    suits: 'any',
    settings: [
      {
        where: { code: 'python' },
        text: `from google import genai
client = genai.Client(api_key="{key}", http_options={"base_url": "{address}"})
print(client.models.generate_content(model="{model}", contents="Hello!").text)`,
      },
      {
        where: { code: 'ts' },
        text: `import { GoogleGenAI } from '@google/genai'
const client = new GoogleGenAI({ apiKey: '{key}', httpOptions: { baseUrl: '{address}' } })
console.log((await client.models.generateContent({ model: '{model}', contents: 'Hello!' })).text)`,
      },
    ],
    notes: ['no_v1'],
    source: 'https://github.com/googleapis/js-genai',
  },
  {
    id: 'ai-sdk',
    name: 'Vercel AI SDK',
    kind: 'library',
    protocol: 'anthropic-messages',
    suits: 'any',
    settings: [
      {
        where: { code: 'ts' },
        text: `import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText } from 'ai'
const tollgate = createAnthropic({ baseURL: '{address}/v1', apiKey: '{key}' })
console.log((await generateText({ model: tollgate('{model}'), prompt: 'Hello!' })).text)`,
      },
    ],
    notes: [],
    source: 'https://ai-sdk.dev/providers/ai-sdk-providers/anthropic',
  },
  {
    id: 'langchain',
    name: 'LangChain',
    kind: 'library',
    protocol: 'openai-chat',
    suits: 'any',
    settings: [
      {
        where: { code: 'python' },
        text: `from langchain_openai import ChatOpenAI
model = ChatOpenAI(model="{model}", base_url="{address}/v1", api_key="{key}")
print(model.invoke("Hello!").content)`,
      },
      {
        where: { code: 'ts' },
        text: `import { ChatOpenAI } from '@langchain/openai'
const model = new ChatOpenAI({ model: '{model}', apiKey: '{key}', configuration: { baseURL: '{address}/v1' } })
console.log((await model.invoke('Hello!')).content)`,
      },
    ],
    notes: ['reasoning_dropped'],
    source: 'https://docs.langchain.com/oss/python/integrations/chat/openai',
  },
]
