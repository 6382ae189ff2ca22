import { describe, expect, test } from 'bun:test'
import type { UpstreamDialect } from '../common/dialect.ts'
import { RequestRefused } from '../common/losses.ts'
import { dialects, upstreamDialects } from '../index.ts'
import { readRequest } from './read-request.ts'

const messages = [{ role: 'user', content: 'Hi' }]
const tool = (name: string) => ({ name, defer_loading: true, input_schema: { type: 'object' } })
const takesTools = ({ limits }: UpstreamDialect) => !('toolUse' in limits)
const foreign = Object.values(upstreamDialects).filter(({ id }) => id !== 'anthropic-messages')
const own = dialects['anthropic-messages']

/** A conversation whose client has searched for tools and found one. */
const found = {
  model: 'm',
  max_tokens: 99,
  tools: [{ name: 'find', input_schema: { type: 'object' } }, tool('found'), tool('rare')],
  messages: [
    ...messages,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'find', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_reference', tool_name: 'found' }] }],
    },
  ],
}

describe('deferred tools', () => {
  test.each(foreign.filter(takesTools))(
    '$id gets only the tools that a result has loaded, with a sentence about them',
    dialect => {
      const { body, losses } = dialect.writeRequest(readRequest(found), { model: 'm' })
      const written = JSON.stringify(body)
      expect(written).toContain('Found; this can be called now: found')
      expect(written).toMatch(/"[nN]ame":"found"/)
      expect(written).not.toContain('rare')
      expect(losses.filter(({ what }) => what !== 'maxTokens')).toEqual([])
    },
  )

  test('their own dialect gets all of them unchanged', () => {
    expect(own.writeRequest(readRequest(found), { model: 'm' }).body).toMatchObject({
      ...found,
      messages: [messages[0] && { role: 'user', content: [{ type: 'text', text: 'Hi' }] }, ...found.messages.slice(1)],
    })
  })

  test('others get all tools if the provider would search', () => {
    const tools = [{ type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }, tool('rare')]
    const request = readRequest({ model: 'm', messages, tools })
    expect(request.deferredTools).toBeUndefined()
    expect(JSON.stringify(dialects['openai-chat'].writeRequest(request, { model: 'm' }).body)).toContain('rare')
  })
})

const OWN_ONLY = {
  'a thread': { thread: { type: 'create' } },
  'a thread that goes on': { thread: { type: 'continue', previous_message_id: 'msg_1' } },
  'MCP servers': { mcp_servers: [{ type: 'url', url: 'https://mcp.example.com', name: 'm' }] },
  'tools of MCP servers': { tools: [{ type: 'mcp_toolset', mcp_server_name: 'm' }] },
}

describe.each(Object.entries(OWN_ONLY))('%s', (_what, members) => {
  const request = readRequest({ model: 'm', max_tokens: 99, messages, ...members })

  test.each(foreign)('is refused for $id', dialect => {
    expect(() => dialect.writeRequest(request, { model: 'm' })).toThrow(RequestRefused)
  })

  test('stays in its own dialect', () => {
    expect(own.writeRequest(request, { model: 'm' }).body).toMatchObject(members)
  })
})

describe('a web search', () => {
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 }
  const alone = readRequest({ model: 'm', messages, tools: [search] })
  const chosen = readRequest({
    model: 'm',
    messages,
    tools: [search, tool('f')],
    tool_choice: { type: 'tool', name: 'web_search' },
  })
  const beside = readRequest({ model: 'm', messages, tools: [search, { name: 'f', input_schema: { type: 'object' } }] })

  test.each(['openai-chat', 'cohere', 'bedrock'] as const)(
    'for %s, which has none, is refused alone and dropped next to functions',
    id => {
      expect(() => upstreamDialects[id].writeRequest(alone, { model: 'm' })).toThrow(/does not search the web/)
      expect(() => upstreamDialects[id].writeRequest(chosen, { model: 'm' })).toThrow(/does not search the web/)
      const { losses } = upstreamDialects[id].writeRequest(beside, { model: 'm' })
      expect(losses.map(({ what }) => what)).toContain('tool web_search')
    },
  )

  test('becomes the search of a family that has one, also when chosen', () => {
    expect(dialects.gemini.writeRequest(alone, { model: 'gemini-2.5-pro' }).body.tools).toEqual([{ googleSearch: {} }])
    const { body } = dialects['openai-responses'].writeRequest(chosen, { model: 'gpt-5' })
    expect(body).toMatchObject({ tools: [{ type: 'web_search' }], tool_choice: 'required' })
  })
})

test('a compaction’s summary is sent as text', () => {
  const block = { type: 'compaction', content: 'They met in Rome.', encrypted_content: 'ZW4=' }
  const request = readRequest({
    model: 'm',
    max_tokens: 99,
    messages: [{ role: 'assistant', content: [block] }, ...messages],
  })
  const { body, losses } = dialects['openai-chat'].writeRequest(request, { model: 'm' })
  expect(JSON.stringify(body)).toContain('They met in Rome.')
  expect(losses).toEqual([])
  expect(JSON.stringify(own.writeRequest(request, { model: 'm' }).body)).toContain('"encrypted_content":"ZW4="')
})
