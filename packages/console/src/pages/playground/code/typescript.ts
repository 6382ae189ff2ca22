import type { PlaygroundFormat } from '@tollgate/contract'
import type { WrittenRequest } from '../formats/format.ts'
import type { JsonObject } from '../formats/json.ts'
import { geminiArguments } from './gemini-arguments.ts'
import { typescriptLiteral } from './literals.ts'

/** The request as a program that uses the official package of its format. */
export const typescript = (format: PlaygroundFormat, request: WrittenRequest, address: string): string =>
  programs[format](request, address)

type Program = (request: WrittenRequest, address: string) => string

const openai = (address: string) => `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${address}/v1', apiKey: process.env.TOLLGATE_KEY })
`

const ask = (call: string, what: JsonObject, isStreamed: boolean, piece: string, whole: string) =>
  isStreamed
    ? `const stream = await ${call}(${typescriptLiteral(what)})
for await (const event of stream) ${piece}
`
    : `const answer = await ${call}(${typescriptLiteral(what)})
${whole}
`

const programs: Record<PlaygroundFormat, Program> = {
  'openai-chat': ({ body }, address) => `${openai(address)}
${ask(
  'client.chat.completions.create',
  body,
  body.stream === true,
  "process.stdout.write(event.choices[0]?.delta.content ?? '')",
  'console.log(answer.choices[0]?.message)',
)}`,
  'openai-responses': ({ body }, address) => `${openai(address)}
${ask(
  'client.responses.create',
  body,
  body.stream === true,
  "if (event.type === 'response.output_text.delta') process.stdout.write(event.delta)",
  'console.log(answer.output)',
)}`,
  'anthropic-messages': ({ body }, address) => `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({ baseURL: '${address}', apiKey: process.env.TOLLGATE_KEY })

${ask(
  'client.messages.create',
  body,
  body.stream === true,
  "if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') process.stdout.write(event.delta.text)",
  'console.log(answer.content)',
)}`,
  gemini: (request, address) => `import { GoogleGenAI } from '@google/genai'

const client = new GoogleGenAI({ apiKey: process.env.TOLLGATE_KEY, httpOptions: { baseUrl: '${address}' } })

${ask(
  request.path.includes('alt=sse') ? 'client.models.generateContentStream' : 'client.models.generateContent',
  geminiArguments(request),
  request.path.includes('alt=sse'),
  "process.stdout.write(event.text ?? '')",
  'console.log(answer.candidates)',
)}`,
}
