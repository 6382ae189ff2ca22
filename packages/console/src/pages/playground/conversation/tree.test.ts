import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readExport, writeExport } from './read-export.ts'
import { append, copyBranch, pathTo, remove, showBranch, shownPath, siblings } from './tree.ts'
import type { Conversation, Message, Thread } from './types.ts'

const EMPTY: Thread = { model: 'm', group: '', format: 'openai-chat', messages: {}, leaf: null }
const said = (id: string, parent: string | null): Message => ({
  id,
  parent,
  role: 'user',
  parts: [{ kind: 'text', text: id }],
})
/** A thread of messages, each written as `id<parent`. */
const threadOf = (...written: string[]): Thread =>
  written.reduce((thread, one) => {
    const [id = '', parent] = one.split('<')
    return append(thread, said(id, parent ?? null))
  }, EMPTY)
const ids = (thread: Thread) => shownPath(thread).map(({ id }) => id)

test('an edited message is beside the original, and each can be shown again', () => {
  const thread = threadOf('a', 'b<a', 'c<b', 'b2<a', 'c2<b2')
  expect(ids(thread)).toEqual(['a', 'b2', 'c2'])
  expect(siblings(thread, said('', 'a')).map(({ id }) => id)).toEqual(['b', 'b2'])
  expect(ids(showBranch(thread, 'b'))).toEqual(['a', 'b', 'c'])
})

test('deleting a message deletes what follows it and shows its sibling', () => {
  const thread = threadOf('a', 'b<a', 'c<b', 'b2<a', 'c2<b2')
  const without = remove(thread, 'b2')
  expect(ids(without)).toEqual(['a', 'b', 'c'])
  expect(Object.keys(without.messages)).toEqual(['a', 'b', 'c'])
  expect(ids(remove(without, 'b'))).toEqual(['a'])
  expect(ids(remove(without, 'a'))).toEqual([])
})

test('a branch is copied with new ids', () => {
  let made = 0
  const copy = copyBranch(threadOf('a', 'b<a', 'b2<a'), 'b', () => `new-${++made}`)
  expect(pathTo(copy, copy.leaf).map(({ id, parent }) => [id, parent])).toEqual([
    ['new-1', null],
    ['new-2', 'new-1'],
  ])
})

test('whatever is said, deleted and shown, the shown branch is complete', () => {
  const step = fc.record({ kind: fc.constantFrom('say', 'remove', 'show'), at: fc.nat(30) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), steps => {
      let thread = EMPTY
      for (const [count, { kind, at }] of steps.entries()) {
        const known = [null, ...Object.keys(thread.messages)]
        const chosen = known[at % known.length] ?? null
        if (kind === 'say') thread = append(thread, said(`m${count}`, chosen))
        else if (chosen !== null) thread = kind === 'remove' ? remove(thread, chosen) : showBranch(thread, chosen)
        const path = shownPath(thread)
        expect(path[0]?.parent ?? null).toBeNull()
        expect(path.at(-1)?.id ?? null).toBe(thread.leaf)
        for (const { parent } of Object.values(thread.messages))
          expect(parent === null || parent in thread.messages).toBe(true)
      }
    }),
    { seed: 3 },
  )
})

const CONVERSATION: Conversation = {
  id: 'c',
  title: 'A title',
  createdAt: 1,
  updatedAt: 2,
  isCompared: false,
  settings: {
    system: 'Be brief.',
    isStreamed: false,
    parameters: { temperature: { isOn: true, value: 0.5 }, effort: { isOn: false, value: 'low' } },
    tools: [{ name: 'find', description: 'Finds', schema: '{"type":"object"' }],
  },
  threads: [
    {
      model: 'm',
      group: 'vip',
      format: 'gemini',
      leaf: 'a',
      messages: {
        q: {
          id: 'q',
          parent: null,
          role: 'user',
          parts: [
            { kind: 'text', text: 'Hi' },
            { kind: 'image', name: 'x.png', mime: 'image/png', data: 'iVBORw0K' },
          ],
        },
        a: {
          id: 'a',
          parent: 'q',
          role: 'assistant',
          model: 'm',
          group: 'vip',
          format: 'gemini',
          state: 'done',
          text: 'Hello',
          reasoning: 'Hm',
          images: [],
          usage: { input: 1, output: 2 },
          startedAt: 5,
          toolCalls: [{ id: 't', name: 'find', arguments: '{}', signature: 's' }],
          firstMs: 10,
          totalMs: 20,
          requestId: 'r',
          charge: 3,
          finish: 'STOP',
        },
      },
    },
  ],
}

test('an export is imported unchanged', () => {
  expect(readExport(writeExport([CONVERSATION]))).toEqual([CONVERSATION])
})

test('an answer that was streaming when it was stored does not continue', () => {
  const text = writeExport([CONVERSATION]).replace('"done"', '"streaming"')
  expect(readExport(text)?.[0]?.threads[0]?.messages.a).toMatchObject({ state: 'lost', text: 'Hello' })
})

test('other files are not accepted as exported chats', () => {
  for (const text of ['', 'x', '[]', '{}', '{"conversations":[]}', 'null']) expect(readExport(text)).toBeNull()
})

test('a file from a stranger, whatever its content, becomes a conversation of the right shape', () => {
  const exported = JSON.parse(writeExport([CONVERSATION]))
  const paths: (string | number)[][] = []
  const collect = (value: unknown, path: (string | number)[]) => {
    paths.push(path)
    if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) collect(member, [...path, name])
  }
  collect(exported.conversations, ['conversations'])
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
      const file = structuredClone(exported)
      const last = path.at(-1) ?? ''
      let place = file
      for (const name of path.slice(0, -1)) place = place[name]
      place[last] = value
      for (const { threads, settings } of readExport(JSON.stringify(file)) ?? []) {
        expect(typeof settings.system).toBe('string')
        for (const thread of threads) {
          for (const message of shownPath(thread))
            if (message.role === 'assistant') expect(typeof message.text).toBe('string')
          expect(shownPath(thread).at(-1)?.id ?? null).toBe(thread.leaf)
        }
      }
    }),
    { seed: 5, numRuns: 500 },
  )
})

test('a picture in a file must be a picture, not a page', () => {
  for (const bad of ['text/html', 'image/svg+xml', 'image/png" onerror="x'])
    expect(writeExport(readExport(writeExport([CONVERSATION]).replace('image/png', bad)) ?? [])).not.toContain('x.png')
  const data = writeExport([CONVERSATION]).replace('iVBORw0K', 'x\\" onerror=\\"alert(1)')
  expect(writeExport(readExport(data) ?? [])).not.toContain('onerror')
})
