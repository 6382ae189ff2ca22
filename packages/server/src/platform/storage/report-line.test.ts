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

  test('lets readers take turns, however many reads one of them waits for', async () => {
    const line = makeReportLine({ atOnce: 1, waiting: 100, patienceMs: 60_000 })
    let leave = await line.enter({ ...patient, reader: 1 })
    const order: string[] = []
    const readers = [1, 1, 1, 1, 2, undefined, 2, 0]
    const entered = readers.map(async reader => {
      const left = await line.enter({ ...patient, reader })
      order.push(String(reader))
      leave = left
    })
    for (const _ of readers) {
      leave()
      await new Promise(setImmediate)
    }
    await Promise.all(entered)
    expect(order.join(' ')).toBe('1 2 undefined 0 1 2 1 1')
  })

  test('refuses the last read of who waits for most when it is full and somebody else comes', async () => {
    const line = makeReportLine({ atOnce: 1, waiting: 6, patienceMs: 60_000 })
    await line.enter({ ...patient, reader: 1 })
    const ends = new Map<string, string>()
    const enter = (name: string, reader: number) =>
      void endOf(line.enter({ ...patient, reader })).then(end => ends.set(name, end))
    const refused = async () => {
      await new Promise(setImmediate)
      return [...ends.keys()].join(' ')
    }
    for (const number of [1, 2, 3, 4, 5, 6]) enter(`a${number}`, 1)
    expect(await refused()).toBe('')
    enter('a7', 1)
    expect(await refused()).toBe('a7')
    for (const number of [1, 2, 3]) enter(`b${number}`, 2)
    expect(await refused()).toBe('a7 a6 a5 a4')
    enter('b4', 2)
    expect(await refused()).toBe('a7 a6 a5 a4 b4')
    enter('c1', 3)
    expect(await refused()).toBe('a7 a6 a5 a4 b4 a3')
    expect(new Set(ends.values())).toEqual(new Set(['reports_busy']))
  })

  test('keeps a place free of a reader who has the others, and gives it to the next one', async () => {
    const line = makeReportLine({ atOnce: 3, waiting: 100, patienceMs: 60_000 })
    const inside: number[] = []
    const leaves: (() => void)[] = []
    const enter = (reader: number) =>
      void line.enter({ ...patient, reader }).then(leave => {
        inside.push(reader)
        leaves.push(leave)
      })
    for (const reader of [1, 1, 1, 1]) enter(reader)
    await new Promise(setImmediate)
    expect(inside).toEqual([1, 1])
    for (const reader of [2, 2, 3]) enter(reader)
    await new Promise(setImmediate)
    expect(inside).toEqual([1, 1, 2])
    leaves[2]?.()
    await new Promise(setImmediate)
    expect(inside).toEqual([1, 1, 2, 2])
    for (const index of [0, 1]) leaves[index]?.()
    await new Promise(setImmediate)
    expect(inside).toEqual([1, 1, 2, 2, 1, 3])
    // none is left waiting: it would be refused while another test runs
    leaves[3]?.()
    await new Promise(setImmediate)
    expect(inside).toEqual([1, 1, 2, 2, 1, 3, 1])
  })

  test('admits as many as allowed, in order, however they come, leave and give up', async () => {
    const step = fc.record({
      act: fc.constantFrom('enter', 'leave', 'cancel'),
      which: fc.nat(20),
      reader: fc.constantFrom(undefined, 0, 1),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), async (steps, atOnce) => {
        const line = makeReportLine({ atOnce, waiting: 5, patienceMs: 60_000 })
        const mostOf = (reader: number | undefined) => (reader === undefined ? atOnce : Math.max(1, atOnce - 1))
        const inside: { leave: () => void; reader: number | undefined }[] = []
        const insideOf = (reader: number | undefined) => inside.filter(one => one.reader === reader).length
        let waiting: { cancel: AbortController; number: number; reader: number | undefined }[] = []
        const admitted: { number: number; reader: number | undefined }[] = []
        let number = 0
        for (const { act, which, reader } of steps) {
          if (act === 'enter') {
            const own = { cancel: new AbortController(), number: ++number, reader }
            waiting.push(own)
            line.enter({ ...patient, signal: own.cancel.signal, reader }).then(
              leave => {
                waiting = waiting.filter(one => one !== own)
                admitted.push(own)
                inside.push({ leave, reader })
              },
              () => {
                waiting = waiting.filter(one => one !== own)
              },
            )
          } else if (act === 'leave') inside.splice(which % (inside.length || 1), 1)[0]?.leave()
          else waiting[which % (waiting.length || 1)]?.cancel.abort()
          await new Promise(setImmediate)
          expect(inside.length).toBeLessThanOrEqual(atOnce)
          expect(waiting.length).toBeLessThanOrEqual(5)
          for (const { reader } of inside) expect(insideOf(reader)).toBeLessThanOrEqual(mostOf(reader))
          const canEnter = ({ reader }: { reader: number | undefined }) => insideOf(reader) < mostOf(reader)
          if (inside.length < atOnce) expect(waiting.filter(canEnter)).toEqual([])
        }
        const numbers = Map.groupBy(admitted, ({ reader }) => reader).values()
        for (const own of numbers) expect(own).toEqual(own.toSorted((a, b) => a.number - b.number))
        for (const { cancel } of waiting) cancel.abort()
      }),
      { seed: 9, numRuns: 200 },
    )
  })
})
