import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Part, TextPart } from '../../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../../canonical/request.ts'
import type { Loss } from './losses.ts'
import { RequestRefused } from './losses.ts'
import type { PlainHost } from './plain-limits.ts'
import { alternating, plainTurns } from './plain-turns.ts'

const HOST: PlainHost = { id: 'small', name: 'Small', media: ['image'] }
const text = (said: string): TextPart => ({ type: 'text', text: said })
const requestOf = (turns: Turn[]): CanonicalRequest => ({
  dialect: 'openai-chat',
  model: 'm',
  stream: false,
  turns,
  tools: [],
  parameters: {},
  extras: {},
})

function read(turns: Turn[], host = HOST) {
  const losses: Loss[] = []
  const plain = plainTurns(requestOf(turns), host, losses)
  return {
    plain,
    told: plain.map(({ role, text: said }) => `${role}: ${said}`),
    losses: losses.map(({ what }) => what),
  }
}

const picture = (url: string): Part => ({ type: 'media', kind: 'image', source: { type: 'url', url }, mime: null })

describe('a conversation in turns of text', () => {
  test('describes calls and results in words if the host takes none', () => {
    const call: Part = { type: 'tool-call', id: 'c1', name: 'look', arguments: '{"at":1}' }
    const result: Part = { type: 'tool-result', id: 'c1', parts: [text('a harbour')] }
    const turns: Turn[] = [
      { role: 'assistant', parts: [call] },
      { role: 'user', parts: [result] },
    ]
    expect(read(turns)).toMatchObject({
      told: ['assistant: <tool_call name="look">{"at":1}</tool_call>', 'user: <tool_result>a harbour</tool_result>'],
      losses: ['tool use'],
    })
    const taken = read(turns, { ...HOST, tools: true })
    expect(taken.told).toEqual(['assistant: ', 'tool: a harbour'])
    expect(taken.losses).toEqual([])
  })

  test('keeps the user’s images and refuses media the host does not take', () => {
    const shown: Turn = { role: 'user', parts: [text('See'), picture('https://a.example/b.png')] }
    expect(read([shown]).plain[0]?.media).toHaveLength(1)
    expect(() => read([shown], { id: 'small', name: 'Small' })).toThrow(RequestRefused)
  })

  test('has later system text as a user’s, marked as such', () => {
    const turns: Turn[] = [
      { role: 'user', parts: [text('Hi')] },
      { role: 'system', parts: [text('Be brief')] },
    ]
    expect(read(turns)).toMatchObject({
      told: ['user: Hi', 'user: <system>Be brief</system>'],
      losses: ['system turn'],
    })
  })
})

test('alternates roles, starts with a user, does not end with an assistant, and omits nothing', () => {
  const turn = fc.record({
    role: fc.constantFrom('user' as const, 'assistant' as const),
    said: fc.stringMatching(/^[a-z]{1,5}$/),
  })
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 9 }), said => {
      const { plain } = read(said.map(({ role, said: words }) => ({ role, parts: [text(words)] })))
      const turns = alternating(plain)
      expect(turns.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))).toBe(true)
      expect(turns.at(-1)?.role).toBe('user')
      const words = turns.flatMap(({ text: written }) => written.split('\n\n')).filter(word => word !== '...')
      expect(words).toEqual(said.map(({ said: word }) => word))
    }),
    { seed: 20_261, numRuns: 300 },
  )
})
