import { beforeEach, expect, test } from 'bun:test'
import type { Watchdog } from '../../platform/process/watchdog.ts'
import { LONGEST_MESSAGE_BYTES, type Message } from '../../relay/upstream/transports/end.ts'
import { makePipe, type Pipe } from './pipe.ts'

let passed: Message[]
let told: string[]
let waiting: number
/** Ends the pipe's time limit; null: none is set. */
let runOut: (() => void) | null
let letPass: () => void
let pipe: Pipe

const watchdog: Watchdog = {
  time: () => 0,
  watch(_limitMs, onSilence) {
    runOut = onSilence
    return { touch: () => undefined, change: () => undefined, done: () => (runOut = null) }
  },
}

beforeEach(() => {
  passed = []
  told = []
  waiting = 0
  runOut = null
  letPass = () => undefined
  pipe = makePipe({
    from: { pause: () => told.push('pause'), resume: () => told.push('resume') },
    to: { waiting: () => waiting },
    async pass(message) {
      passed.push(message)
      if (message === 'slow') await new Promise<void>(resolve => (letPass = resolve))
    },
    patienceSeconds: 1,
    watchdog,
    onTooSlow: () => told.push('too slow'),
  })
})

/** Lets all pending work without further waits run. */
const turn = () => new Promise(resolve => setImmediate(resolve))

test('messages pass one at a time, in order, while their source is paused', async () => {
  for (const message of ['a', 'slow', 'b']) pipe.push(message)
  await turn()
  expect([passed, told]).toEqual([['a', 'slow'], ['pause']])
  letPass()
  await turn()
  expect([passed, told]).toEqual([
    ['a', 'slow', 'b'],
    ['pause', 'resume'],
  ])
})

test('no message passes while the destination accepts none; then all pass', async () => {
  waiting = 2 * 1024 * 1024
  pipe.push('a')
  await turn()
  expect([passed, told, pipe.isBlocked()]).toEqual([[], ['pause'], true])
  waiting = 0
  pipe.flush()
  await turn()
  expect([passed, told, pipe.isBlocked(), runOut]).toEqual([['a'], ['pause', 'resume'], false, null])
})

test('a destination that accepts nothing for too long is too slow', () => {
  waiting = 2 * 1024 * 1024
  pipe.push('a')
  runOut?.()
  expect(told).toEqual(['pause', 'too slow'])
})

test('a source that does not pause ends the session', () => {
  waiting = 2 * 1024 * 1024
  for (let count = 0; count < 3; count++) pipe.push('A'.repeat(LONGEST_MESSAGE_BYTES))
  expect(told).toEqual(['pause', 'too slow'])
})

test('its end is reported when the last message has passed', async () => {
  pipe.push('slow')
  pipe.push('b')
  pipe.finish(() => told.push(`over after ${passed.at(-1)}`))
  await turn()
  expect(told).not.toContain('over after slow')
  letPass()
  await turn()
  expect(told).toContain('over after b')
})
