import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Content, type GenerateContentResponse, GoogleGenAI, type Part } from '@google/genai'
import {
  ANSWER,
  CALL,
  type ConversingUpstream,
  channelTo,
  dialects,
  RESULT,
  SEAL,
  type SpokenDialectName,
  startConversingUpstream,
  THOUGHT,
  TOKENS,
} from '../testing/conversing-upstream.ts'
import { startGateway, type TestGateway } from '../testing/gateway.ts'

const names = Object.keys(dialects) as SpokenDialectName[] // the table's own keys
const upstreams = {} as Record<SpokenDialectName, ConversingUpstream> // filled before any test
let gateway: TestGateway
let client: GoogleGenAI

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  for (const name of names) {
    upstreams[name] = startConversingUpstream(dialects[name])
    await gateway.makeChannel(channelTo(upstreams[name], dialects[name]))
  }
  const { bearer } = await gateway.makeToken()
  client = new GoogleGenAI({ apiKey: bearer, httpOptions: { baseUrl: gateway.url } })
})

afterAll(async () => {
  await gateway.stop()
  for (const name of names) await upstreams[name].stop()
})

const QUESTION: Content = { role: 'user', parts: [{ text: 'What is the weather in Paris?' }] }

const config = {
  systemInstruction: 'Be brief.',
  thinkingConfig: { includeThoughts: true },
  tools: [
    {
      functionDeclarations: [
        {
          name: CALL.name,
          description: 'Looks the weather up.',
          parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      ],
    },
  ],
}

/** One answer, however it came. */
interface Answered {
  parts: Part[]
  finishReason: string | undefined
  usage: GenerateContentResponse['usageMetadata']
}

const ways: Record<string, (model: string, contents: Content[]) => Promise<Answered>> = {
  async whole(model, contents) {
    return gather([await client.models.generateContent({ model, contents, config })])
  },
  async streamed(model, contents) {
    return gather(await Array.fromAsync(await client.models.generateContentStream({ model, contents, config })))
  },
}

const gather = (responses: GenerateContentResponse[]): Answered => ({
  parts: responses.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []),
  finishReason: responses.at(-1)?.candidates?.[0]?.finishReason,
  usage: responses.at(-1)?.usageMetadata,
})

const textOf = (parts: Part[], isThought: boolean): string =>
  parts.map(({ text, thought }) => (text && (thought ?? false) === isThought ? text : '')).join('')

/** The client's next turn: all the model said, and what its tool came to. */
const withResult = ({ parts }: Answered): Content[] => {
  const call = parts.find(part => part.functionCall)?.functionCall
  const functionResponse = { ...(call?.id && { id: call.id }), name: CALL.name, response: { output: RESULT } }
  return [QUESTION, { role: 'model', parts }, { role: 'user', parts: [{ functionResponse }] }]
}

describe.each(names)('Google’s client on a channel of %s', name => {
  const { model } = dialects[name]

  test.each(Object.keys(ways))('thinks, calls a tool and answers, %s', async way => {
    const ask = ways[way] as (typeof ways)[string] // a key of the same table
    const first = await ask(model, [QUESTION])
    expect(textOf(first.parts, true)).toBe(THOUGHT)
    expect(first.parts.flatMap(part => part.functionCall ?? [])).toEqual([expect.objectContaining(CALL)])
    expect(first.finishReason).toBe('STOP')
    expect(first.usage).toMatchObject({
      promptTokenCount: TOKENS.input,
      totalTokenCount: TOKENS.input + TOKENS.output,
    })

    const second = await ask(model, withResult(first))
    expect(textOf(second.parts, false)).toBe(ANSWER)
    expect(second.finishReason).toBe('STOP')
    sentBack[name](JSON.parse(upstreams[name].bodies.at(-1) ?? ''))
  })
})

type Sent = Record<string, unknown>

/** What each upstream wants to see again of its own first answer, beside the tool's result. */
const sentBack: Record<SpokenDialectName, (body: { messages: Sent[]; contents: Sent[] }) => void> = {
  openai({ messages }) {
    expect(messages.slice(-2)).toMatchObject([
      { tool_calls: [{ id: 'call_1', function: { name: CALL.name, arguments: JSON.stringify(CALL.args) } }] },
      { role: 'tool', tool_call_id: 'call_1', content: RESULT },
    ])
  },
  anthropic({ messages }) {
    expect(messages.slice(-2)).toMatchObject([
      {
        content: [
          { type: 'thinking', thinking: THOUGHT, signature: SEAL },
          { type: 'tool_use', id: 'toolu_1', name: CALL.name, input: CALL.args },
        ],
      },
      { content: [{ type: 'tool_result', tool_use_id: 'toolu_1' }] },
    ])
  },
  gemini({ contents }) {
    expect(contents.slice(-2)).toMatchObject([
      { parts: expect.arrayContaining([{ functionCall: CALL, thoughtSignature: SEAL }]) },
      { parts: [{ functionResponse: { name: CALL.name, response: { output: RESULT } } }] },
    ])
  },
}

describe('a conversation moves to another family in the middle', () => {
  const moves = names.flatMap(from => names.filter(to => to !== from).map(to => [from, to] as const))
  test.each(moves)('from %s to %s', async (from, to) => {
    const first = await (ways.streamed as (typeof ways)[string])(dialects[from].model, [QUESTION])
    const second = await (ways.whole as (typeof ways)[string])(dialects[to].model, withResult(first))
    expect(textOf(second.parts, false)).toBe(ANSWER)
    const sent = upstreams[to].bodies.at(-1) ?? ''
    expect(sent).toContain(RESULT)
    expect(sent).not.toContain(SEAL)
  })
})

test('Google’s client finds the models it may call', async () => {
  const found = await Array.fromAsync(await client.models.list())
  expect(found.map(({ name }) => name)).toEqual(names.map(name => `models/${dialects[name].model}`).sort())
  expect(await client.models.get({ model: dialects.gemini.model })).toMatchObject({
    name: `models/${dialects.gemini.model}`,
  })
})

test('Google’s client understands what went wrong', async () => {
  expect(client.models.generateContent({ model: 'nobody-serves-this', contents: 'Hello' })).rejects.toMatchObject({
    status: 404,
    message: expect.stringContaining('"status":"NOT_FOUND"'),
  })
})
