import { afterEach, expect, spyOn, test } from 'bun:test'
import pino from 'pino'
import { makeLink } from './link.ts'
import { startWorkers } from './supervisor.ts'
import type { WorkerProcess } from './worker-process.ts'

/** Workers without processes: each is ready at once, and ends when told to. */
function fakeWorkers() {
  const started: { end: (how: string) => void }[] = []
  const startProcess = (): WorkerProcess => {
    const { promise: ended, resolve: end } = Promise.withResolvers<string>()
    const link = makeLink(parcel => {
      if (parcel.some(([kind]) => kind === 'stop')) end('with exit code 0')
    })
    started.push({ end })
    queueMicrotask(() => link.receive([['ready', null]]))
    return { pid: started.length, link, startedAt: performance.now(), kill: () => end('by SIGKILL'), ended }
  }
  return { started, startProcess }
}

const need = { port: 1, since: 1, listeners: 1, sqlite: undefined, log: pino({ level: 'silent' }) }

const timers = spyOn(globalThis, 'setTimeout')
const cleared = spyOn(globalThis, 'clearTimeout')
afterEach(() => {
  timers.mockClear()
  cleared.mockClear()
})

test.each(['stop', 'stepAside'] as const)(
  'a worker waiting to be restarted is not restarted once its supervisor ends: %s',
  async how => {
    const { started, startProcess } = fakeWorkers()
    const workers = await startWorkers(1, { ...need, startProcess })
    // after the first death it restarts at once, after the second it pauses
    started[0]?.end('by SIGKILL')
    await turnsUntil(() => started.length === 2)
    started[1]?.end('by SIGKILL')
    await turnsUntil(() => timers.mock.calls.some(([, delayMs]) => delayMs === 500))
    const at = timers.mock.calls.findIndex(([, delayMs]) => delayMs === 500)
    await (how === 'stop' ? workers.stop(1_000) : workers.stepAside(1))
    expect(cleared.mock.calls.map(([timer]) => timer)).toContain(
      timers.mock.results[at]?.value as ReturnType<typeof setTimeout>,
    )
    expect(started).toHaveLength(2)
  },
)

test('a worker that ends while its supervisor ends is not restarted', async () => {
  const { started, startProcess } = fakeWorkers()
  const workers = await startWorkers(2, { ...need, startProcess })
  await workers.stop(1_000)
  expect(started).toHaveLength(2)
  expect(timers.mock.calls.filter(([, delayMs]) => delayMs === 0)).toEqual([])
})

async function turnsUntil(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise(resolve => setImmediate(resolve))
}
