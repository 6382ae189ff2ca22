import { describe, expect, test } from 'bun:test'
import type { StatefulDeps } from '../stateful-deps.ts'
import { compacted } from './compaction.ts'
import { makeEventLog } from './events.ts'
import { readHistory } from './history.ts'
import { inputItems, listedItems } from './input-items.ts'
import { resolveReferences } from './item-references.ts'
import { pageOf } from './page-of.ts'
import type { Item, StoredResponse } from './store/index.ts'

const codeOf = (act: Promise<unknown>) =>
  act.then(
    () => 'none',
    error => error.code,
  )
const idOf = (letter: string) => `resp_${letter.repeat(32)}`
const stored = (id: string, fields: Partial<StoredResponse> = {}): StoredResponse => ({
  userId: 1,
  id,
  previousId: '',
  channelId: 0,
  status: 'completed',
  createdAt: 1,
  expiresAt: 9,
  seenAt: 1,
  content: { input: [{ id: `in of ${id}` }], response: { output: [{ id: `out of ${id}` }] } },
  ...fields,
})

describe('a page of a list', () => {
  const entries = Array.from({ length: 130 }, (_, at) => ({ id: `i${at}` }))
  const page = (query: string, list = entries) => {
    const { data, ...rest } = pageOf(list, new URLSearchParams(query))
    return { ids: data.map(({ id }) => id), ...rest }
  }

  test('has the newest 20 by default, from 1 to 100 on request, in either order', () => {
    expect(page('')).toMatchObject({ first_id: 'i129', last_id: 'i110', has_more: true })
    expect(page('limit=100&order=asc')).toMatchObject({ first_id: 'i0', last_id: 'i99', has_more: true })
    const lengths = ['0', '1', '-5', '7', '100', '101', '1e9', 'many', '2.5'].map(
      limit => page(`limit=${limit}`).ids.length,
    )
    expect(lengths).toEqual([1, 1, 1, 7, 100, 100, 100, 20, 20])
  })

  test('continues after the given id and says whether there are more', () => {
    expect(page('order=asc&after=i1&limit=2')).toMatchObject({ ids: ['i2', 'i3'], has_more: true })
    expect(page('order=asc&after=i127&limit=2')).toMatchObject({ ids: ['i128', 'i129'], has_more: false })
    expect(page('after=i1')).toMatchObject({ ids: ['i0'], has_more: false })
    expect(page('', [])).toEqual({ object: 'list', ids: [], first_id: null, last_id: null, has_more: false })
  })
})

describe('items', () => {
  test('are read from a text or a list, without anything that is not an item', () => {
    const said = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }
    expect(inputItems('Hi')).toEqual([said])
    expect(inputItems([said, null, 'text', 7])).toEqual([said])
    expect([inputItems(undefined), inputItems({ role: 'user' })]).toEqual([[], []])
  })

  test('are listed with ids, and messages with parts and status', () => {
    const items: Item[] = [
      { role: 'user', content: 'Hi' },
      { type: 'message', role: 'assistant', content: 'Hello', id: 'msg_own', status: 'incomplete' },
      { type: 'function_call', name: 'f' },
      { type: 'unheard_of' },
    ]
    expect(listedItems(items, 'resp_1')).toEqual([
      {
        role: 'user',
        type: 'message',
        id: 'msg_resp_1_i0',
        content: [{ type: 'input_text', text: 'Hi' }],
        status: 'completed',
      },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hello' }],
        id: 'msg_own',
        status: 'incomplete',
      },
      { type: 'function_call', name: 'f', id: 'fc_resp_1_i2' },
      { type: 'unheard_of', id: 'item_resp_1_i3' },
    ])
  })

  test('when compacted are the people’s messages verbatim and the summary in one piece', () => {
    const said: Item[] = [
      { type: 'message', role: 'user', content: 'What?' },
      { role: 'developer', content: 'Be brief' },
      { type: 'message', role: 'assistant', content: 'That' },
      { type: 'function_call', role: 'user' },
    ]
    const output = [
      { type: 'reasoning', content: [{ text: 'hidden' }] },
      { type: 'message', content: [{ text: 'One' }, { refusal: 'no text' }] },
      { type: 'message', content: [{ text: 'Two' }] },
      { type: 'message', content: 'no list' },
    ]
    const short = compacted(said, { id: 'r', created_at: 5, usage: { total_tokens: 9 }, output, model: 'm' })
    const text = 'Summary of the conversation up to here:\n\nOne\n\nTwo'
    expect(short).toEqual({
      id: 'r',
      object: 'response.compaction',
      created_at: 5,
      output: [said[0], said[1], { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
      usage: { total_tokens: 9 },
    })
    expect(compacted([], { output: 'none' }).output).toHaveLength(1)
  })
})

describe('a reference', () => {
  const own = (letter: string, at = 0) => `msg_${idOf(letter)}_${at}`
  const asked: [userId: number, id: string][] = []
  const deps = {
    responses: {
      async find(userId: number, id: string) {
        asked.push([userId, id])
        return id === idOf('a')
          ? stored(id, { content: { input: [], response: { output: [{ id: own('a') }, {}] } } })
          : null
      },
    },
  } as unknown as StatefulDeps
  const resolve = (input: Item[], history: Item[] = []) => resolveReferences(7, input, history, deps)
  const to = (id: unknown): Item => ({ type: 'item_reference', id })

  test('to an item stored here is replaced by it; others stay for the upstream', async () => {
    const said = { type: 'message', role: 'user' }
    const items = await resolve(
      [said, to(own('a')), to('told'), to('rs_of_another_gateway')],
      [{ id: 'told', text: 'before' }],
    )
    expect(items).toEqual([said, { id: own('a') }, { id: 'told', text: 'before' }, to('rs_of_another_gateway')])
    expect(asked).toEqual([[7, idOf('a')]])
  })

  test('to an item not stored here stays unchanged', async () => {
    expect(await resolve([to('rs_elsewhere'), to(5), { type: 'message', id: own('a') }])).toBeNull()
  })

  test('with one of our ids is refused if the item is not found', async () => {
    expect(await codeOf(resolve([to(own('b'))]))).toBe('item_not_found')
    expect(await codeOf(resolve([to(own('a')), to(own('a', 1))]))).toBe('item_not_found')
  })
})

describe('the conversation that a call continues', () => {
  const depsWith = (chain: StoredResponse[] | null, { isForeign = false, items = null as Item[] | null } = {}) =>
    ({
      responses: { chain: async () => chain, isForeign: async () => isForeign },
      conversations: { allItems: async () => items },
    }) as unknown as StatefulDeps
  const from = (previousId: string, conversationId: string, deps: StatefulDeps) =>
    readHistory(1, { previousId, conversationId }, deps)

  test('has all earlier inputs and outputs, oldest first, and the channel of the last', async () => {
    const chain = [stored('one'), stored('bare', { content: null }), stored('two', { channelId: 5, channelKey: 'k' })]
    expect(await from('two', '', depsWith(chain))).toEqual({
      chain: ['one', 'bare', 'two'],
      items: [{ id: 'in of one' }, { id: 'out of one' }, { id: 'in of two' }, { id: 'out of two' }],
      channelId: 5,
      channelKey: 'k',
      isForeign: false,
    })
    expect((await from('one', '', depsWith([stored('one')]))).channelId).toBeNull()
  })

  test('is empty if the call names none; naming two is refused', async () => {
    expect(await from('', '', depsWith(null))).toEqual({ chain: [], items: [], channelId: null, isForeign: false })
    expect(await codeOf(from('one', 'conv', depsWith(null)))).toBe('conversation_and_previous')
  })

  test('cannot be an unfinished response or a deleted one', async () => {
    for (const status of ['queued', 'in_progress'])
      expect(await codeOf(from('r', '', depsWith([stored('r', { status })])))).toBe('response_not_finished')
    expect(await codeOf(from('r', '', depsWith([stored('r', { status: 'incomplete' })])))).toBe('none')
    expect(await codeOf(from('r', '', depsWith(null)))).toBe('previous_response_not_found')
    expect(await codeOf(from('r', '', depsWith([])))).toBe('previous_response_not_found')
  })

  test('may be known to an upstream if the gateway does not know it', async () => {
    expect(await from('r', '', depsWith(null, { isForeign: true }))).toMatchObject({ isForeign: true, items: [] })
    expect(await from('', 'conv_elsewhere', depsWith(null))).toMatchObject({ isForeign: true })
    const own = `conv_${'a'.repeat(32)}`
    expect(await codeOf(from('', own, depsWith(null)))).toBe('conversation_not_found')
    const found = await from('', own, depsWith(null, { items: [{ id: 'i' }] }))
    expect(found).toMatchObject({ isForeign: false, items: [{ id: 'i' }] })
  })
})

describe('the events of a response', () => {
  const event = (number: number, data = `${number}`) => ({ type: 'e', number, data })
  const readAll = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

  test('are read after a number, including future ones, until the end', async () => {
    const log = makeEventLog(1_000)
    for (const number of [0, 1, 2]) log.add(event(number))
    const streams = [log.after(-1), log.after(1)].map(readAll)
    log.add(event(3))
    log.end()
    expect(await Promise.all(streams)).toEqual([
      'event: e\ndata: 0\n\nevent: e\ndata: 1\n\nevent: e\ndata: 2\n\nevent: e\ndata: 3\n\n',
      'event: e\ndata: 2\n\nevent: e\ndata: 3\n\n',
    ])
    expect(await readAll(log.after(3))).toBe('')
  })

  test('beyond the limit are lost to later followers, except for the last one', async () => {
    const log = makeEventLog(10)
    log.add(event(0, 'a'.repeat(5)))
    log.add(event(1, 'b'.repeat(5)))
    const early = await log.after(-1).getReader().read()
    expect(new TextDecoder().decode(early.value)).toContain('aaaaa')
    log.add(event(2, 'c'))
    log.add(event(3, 'd'.repeat(9)))
    log.end()
    expect(await readAll(log.after(-1))).toBe(`event: e\ndata: c\n\nevent: e\ndata: ${'d'.repeat(9)}\n\n`)
  })
})
