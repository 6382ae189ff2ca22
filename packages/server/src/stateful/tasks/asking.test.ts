import { describe, expect, test } from 'bun:test'
import { rejection } from '../../../test/support/rejection.ts'
import { inPool } from './poll.ts'
import { makePollBackOff } from './poll-back-off.ts'

test('a failing channel is not polled for 15 seconds, then twice as long each time, up to ten minutes', () => {
  const backOff = makePollBackOff()
  const pauses = Array.from({ length: 8 }, () => backOff.failed(1, 0))
  expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 600, 600])
  expect(backOff.failed(2, 0)).toBe(15)
  backOff.succeeded(1)
  expect(backOff.failed(1, 0)).toBe(15)
})

test('a channel that asks for more time gets it, up to ten minutes', () => {
  const backOff = makePollBackOff()
  expect([backOff.failed(1, 20), backOff.failed(1, 20), backOff.failed(1, 9_999)]).toEqual([20, 30, 600])
})

describe('a pool', () => {
  test('does a limited number of things at a time, each once', async () => {
    let [running, most] = [0, 0]
    const done: number[] = []
    await inPool(3, [0, 1, 2, 3, 4, 5, 6], async item => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      done.push(item)
    })
    expect([most, done.sort()]).toEqual([3, [0, 1, 2, 3, 4, 5, 6]])
    await inPool(3, [], async () => {
      throw new Error('there is nothing to do')
    })
  })

  test('reports the first failure after everything running has ended', async () => {
    const ended: string[] = []
    const act = async (item: string) => {
      await Promise.resolve()
      if (item === 'bad') throw new Error('bad')
      await new Promise(resolve => setImmediate(resolve))
      ended.push(item)
    }
    expect((await rejection(inPool(2, ['bad', 'good'], act))).message).toBe('bad')
    expect(ended).toEqual(['good'])
  })
})
