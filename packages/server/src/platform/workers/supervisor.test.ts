import { describe, expect, jest, test } from 'bun:test'
import pino from 'pino'
import { rejection } from '../../../test/support/rejection.ts'
import { makeLink, type Parcel } from './link.ts'
import { makeRestartPause } from './restart-pause.ts'
import { shareOf } from './share-of.ts'
import { linkSiblings, noSiblings } from './siblings.ts'
import { startWorkers, type Workers } from './supervisor.ts'
import { cardOf } from './upgrade/card.ts'
import { listenersEach } from './upgrade/listeners-each.ts'
import type { WorkerAssignment, WorkerProcess } from './worker-process.ts'

/** A worker without a process: the messages it received, and a way to send its own. */
interface FakeWorker {
  given: WorkerAssignment
  heard: string[]
  killed: number
  say(parcel: Parcel): void
  end(how: string): void
}

/** @param atStart what a worker does first; by default it reports that it serves */
function fakeWorkers(atStart: (worker: FakeWorker) => void = worker => worker.say([['ready', null]])) {
  const all: FakeWorker[] = []
  const startProcess = (given: WorkerAssignment): WorkerProcess => {
    const { promise: ended, resolve } = Promise.withResolvers<string>()
    const link = makeLink(parcel => {
      for (const [kind, message] of parcel)
        worker.heard.push(message === null ? kind : `${kind} ${JSON.stringify(message)}`)
    })
    const worker: FakeWorker = { given, heard: [], killed: 0, say: parcel => link.receive(parcel), end: resolve }
    const kill = () => {
      worker.killed += 1
      resolve('by SIGKILL')
    }
    all.push(worker)
    queueMicrotask(() => atStart(worker))
    return { pid: all.length, link, startedAt: performance.now(), kill, ended }
  }
  return { all, startProcess }
}

const need = { port: 80, since: 5, listeners: 2, sqlite: undefined, log: pino({ level: 'silent' }) }
const turns = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
}
/** Enough turns for everything that waits only for promises. */
const microtasks = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
}
async function started(count: number) {
  const { all, startProcess } = fakeWorkers()
  const workers: Workers = await startWorkers(count, { ...need, startProcess })
  return { all, workers }
}

describe('workers', () => {
  test('each have their own number, and the port and listeners of all', async () => {
    const { all, workers } = await started(3)
    expect(all.map(({ given }) => given)).toEqual([0, 1, 2].map(slot => ({ slot, port: 80, since: 5, listeners: 2 })))
    expect(workers.listeners()).toBe(6)
  })

  test('receive each other’s messages, and not their own', async () => {
    const { all } = await started(3)
    all[1]?.say([['bus', { subject: 's', payload: 1 }]])
    await turns()
    const said = 'bus {"subject":"s","payload":1}'
    expect(all.map(({ heard }) => heard)).toEqual([[said], [], [said]])
  })

  test('serve only once every one of them does', async () => {
    const { all, startProcess } = fakeWorkers(() => undefined)
    let isUp = false
    void startWorkers(2, { ...need, startProcess }).then(() => {
      isUp = true
    })
    await turns()
    all[0]?.say([['ready', null]])
    await turns()
    expect(isUp).toBe(false)
    all[1]?.say([['ready', null]])
    await turns()
    expect(isUp).toBe(true)
  })

  test('that die are restarted with the same number, and are not counted meanwhile', async () => {
    const { all, workers } = await started(2)
    all[1]?.end('by SIGSEGV')
    await turns()
    expect(workers.listeners()).toBe(2)
    while (all.length < 3) await turns()
    await turns()
    expect(all[2]?.given.slot).toBe(1)
    expect(workers.listeners()).toBe(4)
    // The dead worker receives nothing any more.
    all[0]?.say([['bus', { subject: 's', payload: 1 }]])
    await turns()
    expect([all[1]?.heard.length, all[2]?.heard.length]).toEqual([0, 1])
  })

  test('that die while the server runs are restarted however often, and the log tells each end and each return', async () => {
    const lines: { level: number; worker: number; msg: string }[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const { all, startProcess } = fakeWorkers()
    await startWorkers(1, { ...need, log, startProcess })
    jest.useFakeTimers()
    try {
      for (let death = 1; death <= 4; death++) {
        all.at(-1)?.end('by SIGSEGV')
        await microtasks()
        jest.advanceTimersByTime(30_000)
        await microtasks()
        expect(all).toHaveLength(death + 1)
      }
    } finally {
      jest.useRealTimers()
    }
    expect(lines.map(({ level, worker }) => [level, worker])).toEqual(
      [1, 2, 3, 4].flatMap(worker => [
        [50, worker],
        [30, worker + 1],
      ]),
    )
    expect(lines[0]?.msg).toStartWith('a worker ended by SIGSEGV and will be restarted in')
    expect(lines[1]?.msg).toBe('a worker was restarted')
  })

  test('that report why they cannot start end the server with that sentence', async () => {
    const { all, startProcess } = fakeWorkers(worker => worker.say([['failed', 'The disk is full.']]))
    const error = await rejection(startWorkers(2, { ...need, startProcess }))
    expect([error.name, error.message]).toEqual(['StartError', 'The disk is full.'])
    expect(all.map(({ killed }) => killed > 0)).toEqual([true, true])
  })

  test('that die three times before they serve end the server', async () => {
    jest.useFakeTimers()
    try {
      const { all, startProcess } = fakeWorkers(worker => worker.end('with exit code 7'))
      const failing = rejection(startWorkers(1, { ...need, startProcess }))
      for (const pause of [0, 0, 500, 1_000]) {
        await microtasks()
        jest.advanceTimersByTime(pause)
      }
      expect((await failing).message).toContain('ended with exit code 7 before it could serve, several times')
      expect(all).toHaveLength(3)
    } finally {
      jest.useRealTimers()
    }
  })

  test('are asked to end, told to hurry, and killed when their time is over', async () => {
    const { all, workers } = await started(2)
    const hurry = new AbortController()
    const stopped = workers.stop(60_000, hurry.signal)
    await turns()
    expect(all.map(({ heard }) => heard)).toEqual([['stop'], ['stop']])
    hurry.abort()
    await turns()
    expect(all.map(({ heard }) => heard)).toEqual([
      ['stop', 'hurry'],
      ['stop', 'hurry'],
    ])
    for (const worker of all) worker.end('with exit code 0')
    await stopped
    expect(all.map(({ killed }) => killed)).toEqual([0, 0])

    const slow = await started(1)
    await slow.workers.stop(1)
    expect(slow.all[0]?.killed).toBe(1)
    // Nobody is left to wait for.
    await slow.workers.stop(60_000)
  })

  test('that end before their time leave no timer that would keep the server alive', async () => {
    const { all, workers } = await started(2)
    jest.useFakeTimers()
    try {
      const stopped = workers.stop(60_000)
      expect(jest.getTimerCount()).toBe(1)
      for (const worker of all) worker.end('with exit code 0')
      await stopped
      expect(jest.getTimerCount()).toBe(0)
    } finally {
      jest.useRealTimers()
    }
  })

  test('leave the port one after another, and each learns how many listeners are closed by then', async () => {
    const { all, workers } = await started(2)
    const left = workers.stepAside(5)
    await turns()
    expect(all.map(({ heard }) => heard)).toEqual([['stepAside {"old":4,"next":5,"closed":0}'], []])
    all[0]?.say([['aside', null]])
    await turns()
    expect(all[1]?.heard).toEqual(['stepAside {"old":4,"next":5,"closed":2}'])
    // One that dies has left as well.
    all[1]?.end('by SIGKILL')
    await left
    const finished = workers.finish()
    await turns()
    expect(all[0]?.heard.at(-1)).toBe('finish')
    all[0]?.end('with exit code 0')
    await finished
    expect(all).toHaveLength(2)
  })

  test('that end while they leave the port have finished', async () => {
    const { all, workers } = await started(1)
    const left = workers.stepAside(1)
    all[0]?.end('by SIGKILL')
    await left
    await workers.finish()
  })

  test('spread over a port that only they use: one of them is told', async () => {
    const { all, workers } = await started(2)
    workers.spread()
    await turns()
    expect(all.map(({ heard }) => heard)).toEqual([['spread'], []])
  })

  test('ask each other for their metrics; a worker that is silent for a second is left out', async () => {
    const { all } = await started(4)
    jest.useFakeTimers()
    try {
      all[0]?.say([['askSnapshots', { id: 9, question: { of: 'metrics' } }]])
      await microtasks()
      for (const [index, worker] of all.slice(1, 3).entries()) {
        const id = JSON.parse(worker.heard[0]?.slice('takeSnapshot '.length) ?? '').id
        worker.say([['snapshot', { id, snapshot: [index] }]])
      }
      jest.advanceTimersByTime(999)
      await microtasks()
      expect(all[0]?.heard).toEqual([])
      jest.advanceTimersByTime(1)
      await microtasks()
      expect(all[0]?.heard).toEqual(['snapshots {"id":9,"snapshots":[[0],[1]]}'])
    } finally {
      jest.useRealTimers()
    }
  })
})

test('the only process of a server is worker 0 in its metrics and log, and has nobody to ask', async () => {
  expect(noSiblings.slot).toBe(0)
  expect(await noSiblings.ask({ of: 'metrics' })).toEqual([])
})

test('a worker receives only the answers to its own questions, and answers those of others', async () => {
  const sent: string[] = []
  const link = makeLink(parcel => void sent.push(JSON.stringify(parcel)))
  const siblings = linkSiblings(link, 3)
  const [first, second] = [siblings.ask({ of: 'metrics' }), siblings.ask({ of: 'log', about: 'x' })]
  await turns()
  expect(sent).toEqual([
    '[["askSnapshots",{"id":1,"question":{"of":"metrics"}}],["askSnapshots",{"id":2,"question":{"of":"log","about":"x"}}]]',
  ])
  link.receive([['snapshots', { id: 2, snapshots: [['two']] }]])
  link.receive([['snapshots', { id: 1, snapshots: [['one']] }]])
  expect(await Promise.all([first, second])).toEqual([[['one']], [['two']]])
  siblings.onAsked('metrics', async () => ['mine'])
  siblings.onAsked('log', async about => ['log', about])
  link.receive([['takeSnapshot', { id: 7, question: { of: 'metrics' } }]])
  await turns()
  expect([siblings.slot, sent.at(-1)]).toEqual([3, '[["snapshot",{"id":7,"snapshot":["mine"]}]]'])
  link.receive([['takeSnapshot', { id: 8, question: { of: 'log', about: 'x' } }]])
  await turns()
  expect(sent.at(-1)).toBe('[["snapshot",{"id":8,"snapshot":["log","x"]}]]')
})

test('messages of one turn travel together, in order, and reach every listener of their kind', async () => {
  const parcels: Parcel[] = []
  const link = makeLink(parcel => void parcels.push(parcel))
  link.send('ready', null)
  link.send('failed', 'why')
  await turns()
  link.send('stop', null)
  await turns()
  expect(parcels).toEqual([
    [
      ['ready', null],
      ['failed', 'why'],
    ],
    [['stop', null]],
  ])
  const heard: string[] = []
  link.on('failed', text => void heard.push(`one ${text}`))
  link.on('failed', text => void heard.push(`two ${text}`))
  link.receive([
    ['failed', 'a'],
    ['ready', null],
    ['failed', 'b'],
  ])
  expect(heard).toEqual(['one a', 'two a', 'one b', 'two b'])
})

test('a worker that dies young waits twice as long each time, at most half a minute; one that lived long does not', () => {
  const { afterDeath } = makeRestartPause()
  const young = Array.from({ length: 9 }, () => afterDeath(9_999))
  expect(young).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect([afterDeath(10_000), afterDeath(0)]).toEqual([0, 500])
})

test('a limit is shared among workers without losing any of it, and no limit stays no limit', () => {
  expect([shareOf(10, 4), shareOf(8, 4), shareOf(1, 4), shareOf(0, 4)]).toEqual([3, 2, 1, 0])
})

test('a server tells another the protocol of version 0.1, and which kind of database it has', () => {
  const told = { proof: null, listeners: 1, url: 'http://localhost/' }
  const card = (DATABASE_URL?: string) => cardOf({ HOST: '::', DATABASE_URL }, told)
  expect(card()).toMatchObject({ protocol: 1, kind: 'sqlite', ...told })
  expect(card('postgres://localhost/')).toMatchObject({ protocol: 1, kind: 'postgres' })
})

test('processes together listen on at least as many sockets as the server they take over from', () => {
  const each = (processes: number, before: number | null) =>
    listenersEach(processes, before === null ? null : ({ listeners: before } as never))
  expect([each(2, null), each(2, 0), each(2, 4), each(2, 5), each(4, 1)]).toEqual([1, 1, 2, 3, 1])
})
