import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { gather } from '../../canonical/gather.ts'
import type { JsonObject } from '../../raw/json.ts'
import { dialects, upstreamDialects } from '../index.ts'
import { context } from '../laws/run.ts'
import { readRequest } from './read-request.ts'
import { toolNames } from './tool-names.ts'
import { writeRequest } from './write-request.ts'
import { writeWhole } from './write-whole.ts'

const inner = (name: string) => ({ type: 'function', name, parameters: { type: 'object' }, strict: false })
const namespace = (name: string, ...tools: JsonObject[]) => ({ type: 'namespace', name, description: '', tools })
const SEARCH = { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters: { type: 'object' } }
const WEATHER = namespace('mcp__weather', { ...inner('forecast'), defer_loading: true })

/** A conversation whose client searched for tools and called one that it found. */
const searched = [
  { role: 'user', content: 'Will it rain?' },
  { type: 'tool_search_call', call_id: 's', status: 'completed', execution: 'client', arguments: { query: 'rain' } },
  { type: 'tool_search_output', call_id: 's', status: 'completed', execution: 'client', tools: [WEATHER] },
  { type: 'function_call', call_id: 'c', name: 'forecast', namespace: 'mcp__weather', arguments: '{"city":"Oslo"}' },
  { type: 'function_call_output', call_id: 'c', output: 'Rain.' },
]

const names = fc.stringMatching(/^[a-zA-Z0-9_.:/-]{1,90}$/)
const tools = fc.array(
  fc.oneof(
    names.map(inner),
    fc
      .tuple(names, fc.array(names, { minLength: 1, maxLength: 4 }))
      .map(([name, all]) => namespace(name, ...all.map(inner))),
    fc.constant(SEARCH),
  ),
  { maxLength: 8 },
)

describe('tools of namespaces, for models without namespaces', () => {
  test('every tool has one name, valid in every family, and is found by it', () => {
    fc.assert(
      fc.property(tools, fc.array(tools, { maxLength: 3 }), (first, later) => {
        const input = later.map(found => ({
          type: 'tool_search_output',
          call_id: 's',
          execution: 'client',
          tools: found,
        }))
        const all = toolNames(first, input)
        const flat = all.placed.map(({ flatName }) => flatName)
        expect(new Set(flat).size).toBe(flat.length)
        for (const { name, namespace, flatName } of all.placed) {
          expect(flatName).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/)
          if (flatName === all.searchName) continue
          expect(all.home(flatName)).toEqual({ name, ...(namespace && { namespace: namespace.name }) })
          expect(all.flatName(name, namespace?.name ?? null)).toBe(flatName)
        }
        // tools found later rename nothing
        const before = toolNames(first, input.slice(0, 1)).placed.map(({ flatName }) => flatName)
        expect(flat.slice(0, before.length)).toEqual(before)
      }),
      { seed: 20_261, numRuns: 300 },
    )
  })

  test('a name combines the namespace and the tool; plain functions keep theirs', () => {
    const { placed } = toolNames([inner('look'), namespace('functions', inner('exec')), WEATHER], [])
    expect(placed.map(({ flatName }) => flatName)).toEqual(['look', 'exec', 'mcp__weather__forecast'])
  })
})

describe('a search for tools that the client runs', () => {
  const request = { model: 'm', input: searched, tools: [SEARCH], store: false }

  const takers = Object.values(upstreamDialects).filter(({ limits }) => !('toolUse' in limits))
  test.each(takers)('is a function for $id, and its results can be called', dialect => {
    const canonical = readRequest(request)
    const { body, losses } = dialect.writeRequest(canonical, { model: 'm' })
    const written = JSON.stringify(body)
    if (dialect.id === 'openai-responses') return expect(body.input).toEqual(searched)
    expect(canonical.tools.map(tool => 'name' in tool && tool.name)).toEqual(['tool_search', 'mcp__weather__forecast'])
    expect(written.match(/"tool_search"/g)).not.toBeNull()
    expect(written).toContain('Found; these can be called now: mcp__weather__forecast')
    expect(written.split('"mcp__weather__forecast"').length - 1).toBeGreaterThanOrEqual(2)
    expect(losses).toEqual([])
  })

  test.each(['openai-responses', 'anthropic-messages'] as const)('%s: tools not found yet are not offered', id => {
    const tools = [SEARCH, { ...inner('rare'), defer_loading: true }]
    const canonical = readRequest({ model: 'm', input: 'Hi', tools, store: false })
    expect(canonical.tools).toHaveLength(1)
    const { body } = dialects[id].writeRequest(canonical, { model: 'm' })
    if (id === 'openai-responses') expect(body.tools).toEqual(tools)
    else expect(body.tools).toHaveLength(1)
  })

  test('a search the provider would run is replaced by offering all tools', () => {
    const tools = [{ type: 'tool_search' }, { ...inner('rare'), defer_loading: true }]
    expect(readRequest({ model: 'm', input: 'Hi', tools }).tools).toHaveLength(2)
  })

  test('calls return as the items the client knows, streamed and whole', () => {
    const call = (index: number, name: string, text: string) =>
      [
        { type: 'open', index, part: { type: 'tool-call', id: `c${index}`, name } },
        { type: 'delta', index, text },
        { type: 'close', index },
      ] as const
    const events = [
      { type: 'start', id: 'a', model: 'm' },
      ...call(0, 'tool_search', '{"query":"rain"}'),
      ...call(1, 'mcp__weather__forecast', '{"city":"Oslo"}'),
      { type: 'finish', reason: 'tool-calls', usage: null },
    ] as const
    const asked = { ...context, asked: request }
    const output = [
      {
        type: 'tool_search_call',
        call_id: 'c0',
        status: 'completed',
        execution: 'client',
        arguments: { query: 'rain' },
      },
      {
        type: 'function_call',
        call_id: 'c1',
        name: 'forecast',
        namespace: 'mcp__weather',
        arguments: '{"city":"Oslo"}',
      },
    ]
    expect(writeWhole(gather(events), asked).body.output).toMatchObject(output)
    const writer = dialects['openai-responses'].writeStream(asked)
    const done = events
      .flatMap(event => writer.push(event).flatMap(text => text.split('\n\n')))
      .filter(frame => frame.startsWith('event: response.output_item.done'))
    expect(done.map(frame => JSON.parse(frame.split('data: ')[1] ?? '').item)).toMatchObject(output)
  })

  test('tools are written back as they were read', () => {
    const tools = [{ type: 'custom', name: 'exec' }, namespace('files', inner('look')), SEARCH]
    const body = { ...request, tools, input: [{ type: 'additional_tools', role: 'developer', tools }, ...searched] }
    const { body: written, losses } = writeRequest(readRequest(body), { model: 'm' })
    expect(written).toMatchObject(body)
    expect(losses).toEqual([])
  })

  test('tools added before the system text do not change its role', () => {
    const brought = { type: 'additional_tools', role: 'developer', tools: [inner('look')] }
    const input = [brought, { role: 'developer', content: 'Be brief.' }, { role: 'user', content: 'Hi' }]
    const { body, losses } = dialects['anthropic-messages'].writeRequest(readRequest({ model: 'm', input }), {
      model: 'm',
    })
    expect([body.system, losses]).toEqual(['Be brief.', []])
  })
})
