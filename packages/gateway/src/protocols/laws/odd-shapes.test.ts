import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { gather } from '../../canonical/gather.ts'
import type { ClientDialect } from '../common/dialect.ts'
import { RequestRefused } from '../common/losses.ts'
import { clientDialects, dialects, observers, upstreamDialects } from '../index.ts'
import { interactionRequests } from './interaction-requests.ts'
import { readRecordings } from './recordings.ts'
import { context, streamText } from './run.ts'

const recordings = readRecordings()
const wholes = recordings.filter(({ stream, body }) => !stream && JSON.stringify(body ?? '').length < 20_000)
const asked = [
  ...recordings.filter(({ dialect, request }) => dialect in dialects && Object.keys(request).length > 0),
  ...Object.values(interactionRequests).map(members => ({
    dialect: 'gemini-interactions',
    request: { model: 'm', ...members },
    address: undefined,
  })),
]

/** A place in a value: the member at each level, counted cyclically. */
const path = fc.array(fc.nat(30), { minLength: 1, maxLength: 6 })
const other = fc.oneof(
  fc.constantFrom(null, '', 'constructor', '__proto__', 0, -1, 1e300, true, {}, [], [null], [{}], { toString: 1 }),
  fc.jsonValue({ maxDepth: 2 }),
)
const changes = fc.array(fc.record({ path, other }), { minLength: 1, maxLength: 3 })

describe('with input of any shape', () => {
  test('an answer ends once, in every format', () => {
    fc.assert(
      fc.property(fc.constantFrom(...wholes), changes, ({ dialect, body }, made) => {
        const odd = made.reduce<unknown>((value, change) => replaced(value, change.path, change.other), body)
        const events = upstreamDialects[dialect].readWhole(odd)
        expect(events.filter(isTerminal)).toEqual(events.slice(-1))
        for (const client of Object.values(clientDialects)) {
          streamText(client, events)
          client.writeWhole(gather(events), context)
        }
        if (dialect in observers) observers[dialect as keyof typeof observers].whole(JSON.stringify(odd))
      }),
      { seed: 20260801, numRuns: 1000 },
    )
  })

  test('an answer ends even if one member cannot be made a text or a number', () => {
    for (const { dialect, body } of wholes) {
      for (const path of placesIn(body, 3)) {
        const events = upstreamDialects[dialect].readWhole(replaced(body, path, { toString: 1 }))
        expect(events.filter(isTerminal)).toEqual(events.slice(-1))
      }
    }
  })

  test('a request is written for every upstream, or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...asked), changes, ({ dialect, request, address }, made) => {
        const odd = made.reduce<unknown>((value, change) => replaced(value, change.path, change.other), request)
        const client: ClientDialect = clientDialects[dialect as keyof typeof clientDialects] // filtered above
        orRefused(() => {
          const canonical = client.readRequest(odd, address)
          for (const upstream of Object.values(upstreamDialects)) {
            orRefused(() => upstream.writeRequest(canonical, { model: 'model-1' }))
          }
        })
      }),
      { seed: 20260801, numRuns: 1000 },
    )
  })
})

const isTerminal = (event: AnswerEvent): boolean => event.type === 'finish' || event.type === 'error'

function orRefused(convert: () => unknown): void {
  try {
    convert()
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
  }
}

/** Every place in a value down to a depth; a few of each list. */
function placesIn(value: unknown, depth: number): number[][] {
  if (depth === 0 || typeof value !== 'object' || value === null) return []
  const members = Object.values(value).slice(0, 40)
  return members.flatMap((member, at) => [[at], ...placesIn(member, depth - 1).map(deeper => [at, ...deeper])])
}

function replaced(value: unknown, [step = 0, ...deeper]: number[], other: unknown): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const at = step % Math.max(1, entries.length)
  if (entries.length === 0) return other
  const members = entries.map(([name, member], index) => {
    if (index !== at) return [name, member] as const
    return [name, deeper.length > 0 ? replaced(member, deeper, other) : other] as const
  })
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members)
}
