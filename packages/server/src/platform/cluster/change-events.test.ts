import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import pino from 'pino'
import { until } from '../../../test/support/until.ts'
import { loadOptions } from '../options/index.ts'
import { makeChangeEvents, TOPICS } from './change-events.ts'

const RETRY_MS = 1

function withLog() {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'error' }, { write: line => lines.push(JSON.parse(line)) })
  return { lines, changeEvents: makeChangeEvents(log, RETRY_MS) }
}

describe('caches in memory', () => {
  test('are all reloaded eventually, in whatever order their reloads fail', async () => {
    const failures = fc.array(fc.nat(2), { minLength: 1, maxLength: 4 })
    const changes = fc.array(fc.record({ topic: fc.constantFrom(...TOPICS), id: fc.nat(9) }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(failures, changes, async (failsOf, changed) => {
        const { changeEvents } = withLog()
        let truth = 0
        // each cache copies the one before it, the first copies the truth
        const copies = failsOf.map(() => 0)
        failsOf.forEach((fails, index) => {
          let left = fails
          for (const topic of TOPICS)
            changeEvents.on(topic, () => {
              if (left-- > 0) throw new Error('the database is away')
              copies[index] = index === 0 ? truth : (copies[index - 1] ?? 0)
            })
        })
        for (const { topic, id } of changed) {
          truth += 1
          await changeEvents.emit(topic, id)
        }
        await until(
          async () => copies,
          all => all.every(copy => copy === truth),
        )
        changeEvents.stop()
      }),
      { seed: 11, numRuns: 40 },
    )
  })

  test('that fail are logged, and do not keep the others from reloading', async () => {
    const { lines, changeEvents } = withLog()
    const told: string[] = []
    let fails = true
    changeEvents.on('channels', async id => {
      told.push(`first ${id}`)
      if (fails) throw new Error('the database is away')
    })
    changeEvents.on('channels', id => void told.push(`second ${id}`))
    await changeEvents.emit('channels', 7)
    expect(told).toEqual(['first 7', 'second 7'])
    expect(lines).toMatchObject([{ topic: 'channels', id: 7, err: { message: 'the database is away' } }])
    fails = false
    await until(
      async () => told,
      all => all.length === 4,
    )
    expect(told.slice(2)).toEqual(['first 0', 'second 0'])
    changeEvents.stop()
  })
})

test('options that could not be reloaded are reloaded once they can be read', async () => {
  let stored = '1'
  let isAway = false
  const store = {
    load: async () => {
      if (isAway) throw new Error('the database is away')
      return [{ key: 'RetryTimes', text: stored }]
    },
    save: async () => undefined,
  }
  const { changeEvents } = withLog()
  const options = await loadOptions(store, changeEvents, pino({ level: 'silent' }))
  stored = '4'
  isAway = true
  await changeEvents.emit('options')
  expect(options.get('RetryTimes')).toBe(1)
  isAway = false
  await until(
    async () => options.get('RetryTimes'),
    times => times === 4,
  )
  changeEvents.stop()
})
