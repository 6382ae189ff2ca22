import { describe, expect, test } from 'bun:test'
import { type SpokenDialectName, spokenDialects } from '../conversing-upstream/index.ts'
import { signatureOf } from '../conversing-upstream/script.ts'
import { strictHosts } from './index.ts'

const question = [{ role: 'user', content: 'Hi' }]
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const chatTool = { type: 'function', function: { name: 'look', parameters } }
const chatCall = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }

const asked = { role: 'user', parts: [{ text: 'Hi' }] }
const thought = { role: 'model', parts: [{ text: 'I look it up.', thought: true }] }
const called = {
  role: 'model',
  parts: [{ functionCall: { name: 'look', args: {} }, thoughtSignature: signatureOf('gemini', 0) }],
}
const looked = (count: number) => ({
  role: 'user',
  parts: Array.from({ length: count }, () => ({ functionResponse: { name: 'look', response: {} } })),
})

/** A request with a tool that each host accepts. */
const taken: Record<SpokenDialectName, Record<string, unknown>> = {
  'openai-chat': { model: 'm', messages: question, tools: [chatTool] },
  'openai-responses': { model: 'm', input: question, tools: [{ type: 'function', name: 'look', parameters }] },
  'anthropic-messages': {
    model: 'm',
    max_tokens: 4096,
    messages: question,
    tools: [{ name: 'look', input_schema: parameters }],
  },
  gemini: {
    contents: [asked, thought, thought, called, looked(1)],
    tools: [{ functionDeclarations: [{ name: 'look', parameters }] }],
  },
  bedrock: {
    messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
    toolConfig: { tools: [{ toolSpec: { name: 'look', inputSchema: { json: parameters } } }] },
  },
  cohere: { model: 'm', messages: question, tools: [chatTool] },
}

/** What each host refuses, with its error. */
const refused: Record<SpokenDialectName, readonly [changed: object, reason: string][]> = {
  'openai-chat': [
    [{ top_k: 40 }, 'unknown top_k'],
    [{ temperature: 0 }, 'temperature'],
    [{ messages: [...question, { role: 'assistant', content: 'a', reasoning_content: 'b' }] }, 'reasoning_content'],
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x', detail: 'original' } }] }] },
      'detail',
    ],
    [{ tools: [chatTool, chatTool] }, 'unique'],
    [{ tools: undefined, tool_choice: 'auto' }, 'tool_choice'],
    [{ messages: [...question, { role: 'assistant', tool_calls: [chatCall] }] }, 'no result for call_1'],
  ],
  'openai-responses': [
    [{ top_p: 0.9 }, 'top_p'],
    [{ input: [{ type: 'function_call', id: 'toolu_1', call_id: 'c', name: 'look', arguments: '{}' }] }, 'input.0.id'],
    [{ input: [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'foreign' }] }, 'encrypted'],
    [{ input: [{ type: 'function_call_output', call_id: 'c', output: 'x' }] }, 'no call c waits'],
  ],
  'anthropic-messages': [
    [{ thread: { type: 'continue' } }, 'unknown thread'],
    [{ max_tokens: 100_000 }, 'max_tokens'],
    [{ messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] }, 'non-whitespace'],
    [{ messages: [{ role: 'assistant', content: 'Hi' }] }, 'first message'],
    [{ thinking: { type: 'enabled', budget_tokens: 4096 } }, 'budget_tokens'],
    [
      {
        messages: [...question, { role: 'assistant', content: [{ type: 'thinking', thinking: 'a', signature: 'b' }] }],
      },
      'signature',
    ],
  ],
  gemini: [
    [{ contents: [{ role: 'user', parts: [{}] }] }, 'one initialized field'],
    [{ contents: [{ role: 'model', parts: [{ text: 'Hi' }] }] }, 'begin with a user turn'],
    [{ contents: [asked, thought, called, called, looked(2)] }, 'function call turn'],
    [{ contents: [asked, called, looked(2)] }, 'number of function response parts'],
    [
      {
        tools: [
          { functionDeclarations: [{ name: 'look', parameters: { ...parameters, additionalProperties: false } }] },
        ],
      },
      'additionalProperties',
    ],
    [{ generationConfig: { thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'LOW' } } }, 'only set one'],
  ],
  bedrock: [
    [{ messages: [{ role: 'user', content: [{ text: '' }] }] }, 'blank'],
    [{ additionalModelRequestFields: { thinking: {} } }, 'unknown thinking'],
    [{ messages: [...[0, 1].map(() => ({ role: 'user', content: [{ text: 'Hi' }] }))] }, 'alternate'],
    [
      {
        toolConfig: undefined,
        messages: [{ role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'x' }] } }] }],
      },
      'toolConfig',
    ],
  ],
  cohere: [
    [{ top_p: 0.9 }, 'unknown top_p'],
    [{ tool_choice: 'AUTO' }, 'tool_choice'],
    [{ messages: [...question, { role: 'assistant' }] }, 'content or tool calls'],
  ],
}

describe.each(Object.keys(taken) as SpokenDialectName[])('%s', family => {
  const refusal = (changed: object) => {
    const body = JSON.stringify({ ...taken[family], ...changed })
    return strictHosts[family].refuses(body) ?? spokenDialects[family].rejection(body)
  }

  test('accepts an ordinary request', () => expect(refusal({})).toBeNull())

  test('names an unknown field', () => expect(refusal({ nonsense: 1 })).toContain('nonsense'))

  test.each(refused[family])('refuses %j', (changed, reason) => expect(refusal(changed)).toContain(reason))
})
