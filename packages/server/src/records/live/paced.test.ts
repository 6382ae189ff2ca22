import { expect, test } from 'bun:test'
import { until } from '../../../test/support/until.ts'
import { paced } from './paced.ts'

test('an act requested a thousand times runs at once, and once more after the pause', async () => {
  let done = 0
  let release: () => void = () => undefined
  const act = paced(0, async () => {
    done += 1
    await new Promise<void>(resolve => {
      release = resolve
    })
  })
  for (let due = 0; due < 1_000; due++) act.due()
  expect(done).toBe(1)
  release()
  await until(
    async () => done,
    count => count === 2,
  )
  release()
  act.stop()
  act.due()
  expect(done).toBe(2)
})
