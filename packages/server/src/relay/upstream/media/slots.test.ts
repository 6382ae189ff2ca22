import { expect, test } from 'bun:test'
import { makeSlots } from './slots.ts'

const NEVER = new AbortController().signal

test('a limited number of tasks run at once, the others in order of arrival', async () => {
  const slots = makeSlots(2)
  const log: string[] = []
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const runs = ends.map(({ promise }, at) =>
    slots(NEVER, async () => {
      log.push(`begin ${at}`)
      await promise
      log.push(`end ${at}`)
    }),
  )
  for (const at of [1, 0, 2, 3]) {
    ends[at]?.resolve()
    await runs[at]
  }
  expect(log).toEqual(['begin 0', 'begin 1', 'end 1', 'begin 2', 'end 0', 'begin 3', 'end 2', 'end 3'])
})

test('a failed task frees its slot', async () => {
  const slots = makeSlots(1)
  await expect(slots(NEVER, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await slots(NEVER, async () => 'yes')).toBe('yes')
})

test('an aborted task leaves the queue', async () => {
  const slots = makeSlots(1)
  const first = Promise.withResolvers<void>()
  const running = slots(NEVER, () => first.promise)
  const leaving = new AbortController()
  const left = slots(leaving.signal, async () => 'ran')
  const next = slots(NEVER, async () => 'ran')
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  first.resolve()
  await running
  expect(await next).toBe('ran')
})
