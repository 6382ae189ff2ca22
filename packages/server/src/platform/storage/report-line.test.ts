import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { ReportEnded } from './report-limits.ts'
import { makeReportLine } from './report-line.ts'

const patient = { timeoutMs: 1 }
const endOf = (entering: Promise<unknown>) =>
  entering.then(
    () => 'entered' as const,
    (error: ReportEnded) => error.code,
  )

describe('the queue of long reads', () => {
  test('refuses a read when it is full, and one that waits too long', async () => {
    const line = makeReportLine({ atOnce: 1, waiting: 1, patienceMs: 1 })
    await line.enter(patient)
    const [waits, tooMany] = [endOf(line.enter(patient)), endOf(line.enter(patient))]
    expect([await tooMany, await waits]).toEqual(['reports_busy', 'reports_busy'])
  })

  test('admits as many as allowed, in order, however they come, leave and give up', async () => {
    const step = fc.record({ act: fc.constantFrom('enter', 'leave', 'cancel'), which: fc.nat(20) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), async (steps, atOnce) => {
        const line = makeReportLine({ atOnce, waiting: 5, patienceMs: 60_000 })
        const inside: (() => void)[] = []
        let waiting: { cancel: AbortController; number: number }[] = []
        const admitted: number[] = []
        let number = 0
        for (const { act, which } of steps) {
          if (act === 'enter') {
            const own = { cancel: new AbortController(), number: ++number }
            waiting.push(own)
            line.enter({ ...patient, signal: own.cancel.signal }).then(
              leave => {
                waiting = waiting.filter(one => one !== own)
                admitted.push(own.number)
                inside.push(leave)
              },
              () => {
                waiting = waiting.filter(one => one !== own)
              },
            )
          } else if (act === 'leave') inside.splice(which % (inside.length || 1), 1)[0]?.()
          else waiting[which % (waiting.length || 1)]?.cancel.abort()
          await new Promise(setImmediate)
          expect(inside.length).toBeLessThanOrEqual(atOnce)
          expect(waiting.length).toBeLessThanOrEqual(5)
          if (inside.length < atOnce) expect(waiting).toEqual([])
        }
        expect(admitted).toEqual(admitted.toSorted((a, b) => a - b))
        for (const { cancel } of waiting) cancel.abort()
      }),
      { seed: 9, numRuns: 200 },
    )
  })
})
