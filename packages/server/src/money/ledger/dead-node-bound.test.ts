import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { deadNodes } from './dead-nodes.ts'
import { HEARTBEAT_MS, SILENT_BEATS } from './membership.ts'
import type { NodeStore, OtherNode } from './node.ts'

/** The longest time that a dead node may keep its funds. */
const BOUND_MS = 15_000
/** How late a check may come; its own duration shortens the wait for the next. */
const MOST_LATE_MS = 300

/** Returns when another node gives up a node that died at 0, after its last heartbeat, and so returns its leases. */
async function givenUpAt({ lastBeat, firstLook, late }: { lastBeat: number; firstLook: number; late: number[] }) {
  let time = 0
  let givenUp: number | null = null
  const other = (): OtherNode => ({ id: 'dead', seen_at: -lastBeat, silentMs: time + lastBeat })
  const nodes = {
    others: async () => (givenUp === null ? [other()] : []),
    giveUp: async () => {
      givenUp = time
      return true
    },
    returnOrphans: async () => undefined,
  } as unknown as NodeStore
  const { look } = deadNodes(
    {
      storage: { folder: '/nowhere' } as never,
      nodes,
      node: () => 'this',
      log: { warn: () => undefined } as never,
      now: () => 0,
      record: async () => undefined,
      clock: () => time,
    },
    SILENT_BEATS * HEARTBEAT_MS,
  )
  for (let beat = 0; givenUp === null && beat < 20; beat++) {
    time = firstLook + beat * HEARTBEAT_MS + (late[beat % late.length] ?? 0)
    await look()
  }
  return givenUp ?? Number.POSITIVE_INFINITY
}

const ms = (max: number) => fc.integer({ min: 0, max })

test('a dead node’s funds return within 15 seconds, whenever it died and however late the checks are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        lastBeat: ms(HEARTBEAT_MS),
        firstLook: ms(HEARTBEAT_MS),
        late: fc.array(ms(MOST_LATE_MS), { minLength: 1, maxLength: 9 }),
      }),
      async died => {
        const at = await givenUpAt(died)
        expect(at).toBeLessThanOrEqual(BOUND_MS)
        // and a node that is only slow is not given up
        expect(at + died.lastBeat).toBeGreaterThanOrEqual(2 * SILENT_BEATS * HEARTBEAT_MS)
      },
    ),
    { seed: 25, numRuns: 500 },
  )
})
