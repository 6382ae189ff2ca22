import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ToolCallPart, ToolResultPart } from '../../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../../canonical/request.ts'
import { repeatedResult } from '../common/tool-results.ts'
import { upstreamDialects } from '../index.ts'

/** Hosts refuse a second result for a call; some clients send a session's results again when they resume it. */

const call = (id: string): ToolCallPart => ({ type: 'tool-call', id, name: 'look', arguments: '{}' })
const result = (id: string, text: string): ToolResultPart => ({
  type: 'tool-result',
  id,
  name: 'look',
  parts: [{ type: 'text', text }],
})
const user = (text: string): Turn => ({ role: 'user', parts: [{ type: 'text', text }] })

const request = (turns: Turn[]): CanonicalRequest => ({
  dialect: 'elsewhere',
  model: 'any',
  stream: false,
  turns: [user('Hi'), ...turns, user('And now?')],
  tools: [{ type: 'function', name: 'look' }],
  parameters: { maxTokens: 99 },
  extras: {},
})

/** Rounds of parallel calls; each names the repeated results, in the same turn or the next, equal or not. */
const rounds = fc.array(
  fc.record({
    calls: fc.integer({ min: 1, max: 4 }),
    repeats: fc.array(
      fc.record({ of: fc.nat({ max: 3 }), text: fc.constantFrom('found', 'other'), isLate: fc.boolean() }),
      {
        maxLength: 4,
      },
    ),
  }),
  { minLength: 1, maxLength: 3 },
)

describe.each(Object.values(upstreamDialects))('requests for $id', dialect => {
  test('every call keeps only its first result, and omitted ones are reported', () => {
    fc.assert(
      fc.property(rounds, made => {
        const clean = made.flatMap(({ calls }, round) => turnsOf(idsOf(calls, round), []))
        const repeated = made.flatMap(({ calls, repeats }, round) => {
          const ids = idsOf(calls, round)
          return turnsOf(
            ids,
            repeats.map(({ of, ...rest }) => ({ id: ids[of % calls] ?? '', ...rest })),
          )
        })
        const expected = dialect.writeRequest(request(clean), { model: 'any' })
        const { body, losses } = dialect.writeRequest(request(repeated), { model: 'any' })
        expect(body).toEqual(expected.body)
        const { what, why } = repeatedResult
        const isSaid = losses.some(loss => loss.what === what && loss.why === why)
        expect(isSaid).toBe(made.some(({ repeats }) => repeats.length > 0))
      }),
      { numRuns: 60, seed: 10 },
    )
  })

  test('an id shared by two calls has a result for each', () => {
    const twice = [call('a'), call('a')]
    const { losses } = dialect.writeRequest(
      request([
        { role: 'assistant', parts: twice },
        { role: 'user', parts: [result('a', 'one'), result('a', 'two')] },
      ]),
      { model: 'any' },
    )
    expect(losses.map(({ what }) => what)).not.toContain(repeatedResult.what)
  })
})

const idsOf = (calls: number, round: number): string[] =>
  Array.from({ length: calls }, (_, at) => `call_${round}_${at}`)

function turnsOf(ids: readonly string[], repeats: readonly { id: string; text: string; isLate: boolean }[]): Turn[] {
  const early = repeats.filter(({ isLate }) => !isLate)
  const late = repeats.filter(({ isLate }) => isLate)
  const asResult = ({ id, text }: { id: string; text: string }) => result(id, text)
  return [
    { role: 'assistant', parts: ids.map(call) },
    { role: 'user', parts: [...ids.map(id => result(id, 'found')), ...early.map(asResult)] },
    { role: 'assistant', parts: [{ type: 'text', text: 'So.' }] },
    { role: 'user', parts: [...late.map(asResult), { type: 'text', text: 'Go on.' }] },
  ]
}
