import { threadProgram } from '../../process/own-program.ts'
import { DatabaseUnavailable } from '../transient-errors.ts'
import { makeAnswer } from './answer.ts'
import type { Access, Assignment, Reply, Request } from './protocol.ts'
import { numberTexts } from './texts.ts'
import { toWire } from './wire.ts'

/** Where requests are run: in a thread, or in this process itself. */
export interface SqliteRunner {
  /** Requests are answered in order. Never rejects: the reply carries failures, including a thread's death. */
  send(request: Request): Promise<Reply>
  /** How often it died; each time, everything it had open is gone. */
  deaths(): number
  close(): Promise<void>
}

/** A thread that works on the file. It starts with the first request, and again after it died. */
export interface SqliteThread extends SqliteRunner {
  /** Ends it at once, for tests of its death. */
  kill(): void
}

/**
 * Runs requests in the calling thread, for a supervisor that serves no requests itself: each message of its workers is
 * read once, and no other thread has to wake up for it.
 */
export function runHere(path: string, access: Access): SqliteRunner {
  const answer = makeAnswer({ path, access })
  let isClosed = false
  return {
    send: async request => (isClosed ? failed('the database is closed') : answer(request)),
    deaths: () => 0,
    async close() {
      isClosed = true
      answer({ kind: 'close' })
    },
  }
}

/**
 * Each database has its own threads: one starts in 3 ms and takes 2 MB, which is cheaper than separating databases in
 * shared threads.
 */
export function makeThread(path: string, access: Access): SqliteThread {
  let running: RunningThread | undefined
  let deaths = 0
  let isClosed = false

  function start(): RunningThread {
    const started = startThread({ path, access }, () => {
      if (running !== started) return
      running = undefined
      deaths += 1
    })
    return started
  }

  return {
    async send(request) {
      if (isClosed) return failed('the database is closed')
      running ??= start()
      return running.send(request)
    },
    deaths: () => deaths,
    kill: () => running?.end(),
    async close() {
      isClosed = true
      await running?.send({ kind: 'close' })
      running?.end()
    },
  }
}

interface RunningThread {
  send(request: Request): Promise<Reply>
  end(): void
}

function startThread(assignment: Assignment, onDeath: () => void): RunningThread {
  // The compiler knows only the browser's workers.
  const worker = new Worker(threadProgram('platform/storage/sqlite/thread.ts')) as Worker &
    Pick<Bun.Worker, 'ref' | 'unref'>
  // The process waits for answers, and ends by itself when none is due.
  worker.unref()
  let waiting: ((reply: Reply) => void)[] = []
  const written = numberTexts()

  worker.onmessage = ({ data }) => {
    const reply = waiting.shift()
    if (waiting.length === 0) worker.unref()
    reply?.(JSON.parse(data))
  }
  const die = () => {
    onDeath()
    const lost = waiting
    waiting = []
    for (const reply of lost) reply(failed('a thread of the database ended unexpectedly'))
  }
  worker.onerror = die
  worker.addEventListener('close', die)
  worker.postMessage(JSON.stringify(assignment))

  return {
    async send(request) {
      let message: string
      try {
        message = written(request)
      } catch (error) {
        // it is not sent, so no reply may be awaited for it
        return { error: toWire(error) }
      }
      return new Promise(resolve => {
        if (waiting.length === 0) worker.ref()
        waiting.push(resolve)
        worker.postMessage(message)
      })
    },
    end: () => worker.terminate(),
  }
}

const failed = (reason: string): Reply => ({ error: toWire(new DatabaseUnavailable(reason)) })
