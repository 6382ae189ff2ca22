import type { PlaygroundFormat } from '@tollgate/contract'
import type { WrittenRequest } from '../formats/format.ts'
import type { JsonObject } from '../formats/json.ts'
import { geminiArguments } from './gemini-arguments.ts'
import { pythonLiteral } from './literals.ts'

/** The request as a program that uses the official package of its format. */
export const python = (format: PlaygroundFormat, request: WrittenRequest, address: string): string =>
  programs[format](request, address)

type Program = (request: WrittenRequest, address: string) => string

/** Named arguments, one per line. */
const call = (name: string, what: JsonObject) =>
  `${name}(\n${Object.entries(what)
    .map(([name, value]) => `    ${name}=${pythonLiteral(value ?? null, '    ')},\n`)
    .join('')})`

const ask = (name: string, what: JsonObject, isStreamed: boolean, piece: string, whole: string) =>
  isStreamed
    ? `stream = ${call(name, what)}\nfor event in stream:\n    ${piece}\n`
    : `answer = ${call(name, what)}\n${whole}\n`

const openai = (address: string) => `import os

from openai import OpenAI

client = OpenAI(base_url="${address}/v1", api_key=os.environ["TOLLGATE_KEY"])
`

const programs: Record<PlaygroundFormat, Program> = {
  'openai-chat': ({ body }, address) => `${openai(address)}
${ask(
  'client.chat.completions.create',
  body,
  body.stream === true,
  'print((event.choices[0].delta.content or "") if event.choices else "", end="", flush=True)',
  'print(answer.choices[0].message)',
)}`,
  'openai-responses': ({ body }, address) => `${openai(address)}
${ask(
  'client.responses.create',
  body,
  body.stream === true,
  'print(event.delta if event.type == "response.output_text.delta" else "", end="", flush=True)',
  'print(answer.output)',
)}`,
  'anthropic-messages': ({ body }, address) => `import os

from anthropic import Anthropic

client = Anthropic(base_url="${address}", api_key=os.environ["TOLLGATE_KEY"])

${ask(
  'client.messages.create',
  body,
  body.stream === true,
  'print(event.delta.text if event.type == "content_block_delta" and event.delta.type == "text_delta" else "", end="", flush=True)',
  'print(answer.content)',
)}`,
  gemini: (request, address) => `import os

from google import genai

client = genai.Client(api_key=os.environ["TOLLGATE_KEY"], http_options={"base_url": "${address}"})

${ask(
  request.path.includes('alt=sse') ? 'client.models.generate_content_stream' : 'client.models.generate_content',
  geminiArguments(request),
  request.path.includes('alt=sse'),
  'print(event.text or "", end="", flush=True)',
  'print(answer.candidates)',
)}`,
}
