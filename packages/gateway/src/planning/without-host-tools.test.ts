import { expect, test } from 'bun:test'
import type { WireFormat } from '../protocols/index.ts'
import { scanObject } from '../raw/scan-json.ts'
import { withoutHostTools } from './without-host-tools.ts'

type Json = Record<string, unknown>

function without(format: WireFormat, body: Json): { tools: unknown; losses: string[] } | null {
  const lean = withoutHostTools(scanObject(JSON.stringify(body)), format)
  return lean && { tools: JSON.parse(lean.body.text).tools, losses: lean.losses.map(({ what }) => what) }
}

const chatTool = { type: 'function', function: { name: 'f' } }
const namedTool = { type: 'function', name: 'f' }
const ownTool = { name: 'f', input_schema: {} }
const declarations = { functionDeclarations: [{ name: 'f' }] }

test.each<[WireFormat, Json, Json, string]>([
  ['openai-chat', chatTool, { type: 'web_search' }, 'tool web_search'],
  ['openai-responses', namedTool, { type: 'web_search', external_web_access: false }, 'tool web_search'],
  ['openai-responses', { type: 'custom', name: 'f' }, { type: 'x_search' }, 'tool x_search'],
  ['anthropic-messages', ownTool, { type: 'web_search_20250305', name: 'web_search' }, 'tool web_search_20250305'],
  ['gemini', declarations, { googleSearch: {} }, 'tool googleSearch'],
])('%s: besides the client’s %j, the host’s %j is removed', (format, own, host, loss) => {
  expect(without(format, { tools: [host, own, host] })).toEqual({ tools: [own], losses: [loss] })
})

test.each<[why: string, Json]>([
  ['nothing else is there', { tools: [{ type: 'web_search' }] }],
  ['there is none', { tools: [namedTool] }],
  ['there are no tools', {}],
  ['the client asks for it', { tools: [namedTool, { type: 'web_search' }], tool_choice: { type: 'web_search' } }],
  ['the client asks for any', { tools: [namedTool, { type: 'web_search' }], tool_choice: 'required' }],
])('a host’s tool stays if %s', (_why, body) => {
  expect(without('openai-responses', body)).toBeNull()
})

test.each([['auto'], ['none'], [null], [{ type: 'auto' }]])('the choice %j requires none of them', tool_choice => {
  expect(without('openai-responses', { tools: [namedTool, { type: 'web_search' }], tool_choice })?.tools).toEqual([
    namedTool,
  ])
})
