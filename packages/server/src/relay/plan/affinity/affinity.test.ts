import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { localBuses } from '../../../../test/support/local-bus.ts'
import { until } from '../../../../test/support/until.ts'
import { noBus } from '../../../platform/cluster/bus.ts'
import { makeAffinity } from './affinity.ts'

const HOUR_MS = 3_600_000

describe('where a conversation was answered last', () => {
  test('is remembered for an hour after its last call', () => {
    let now = 0
    const affinity = makeAffinity(noBus, () => now)
    affinity.note(1, 'talk', { channelId: 7, keyId: '2' })
    affinity.note(1, 'talk', { channelId: 8 })
    now += HOUR_MS - 1
    expect(affinity.of(1, 'talk')?.channelId).toBe(8)
    affinity.note(1, 'talk', { channelId: 8 })
    now += HOUR_MS - 1
    expect(affinity.of(1, 'talk')).toMatchObject({ channelId: 8, keyId: undefined })
    now += 1
    expect(affinity.of(1, 'talk')).toBeUndefined()
  })

  test('is kept for each user: nobody can steer another user’s calls', () => {
    const affinity = makeAffinity()
    affinity.note(1, 'talk', { channelId: 7 })
    expect(affinity.of(2, 'talk')).toBeUndefined()
    affinity.note(2, 'talk', { channelId: 8 })
    expect(affinity.of(1, 'talk')?.channelId).toBe(7)
  })

  test('a user with too many conversations loses only their own', () => {
    const affinity = makeAffinity(noBus, undefined, 100)
    for (let n = 0; n < 20; n++) affinity.note(1, `quiet ${n}`, { channelId: 7 })
    for (let n = 0; n < 5_000; n++) affinity.note(2, `flood ${n}`, { channelId: 8 })
    for (let n = 0; n < 20; n++) expect(affinity.of(1, `quiet ${n}`)?.channelId).toBe(7)
    expect(affinity.of(2, 'flood 4999')?.channelId).toBe(8)
    expect(affinity.of(2, 'flood 0')).toBeUndefined()
  })

  test('takes bounded memory for any number of users', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(40)), { maxLength: 400 }), notes => {
        const affinity = makeAffinity(noBus, () => 0, 10)
        for (const [user, talk] of notes) affinity.note(user, `${talk}`, { channelId: 1 })
        let known = 0
        for (let user = 1; user <= 12; user++)
          for (let talk = 0; talk <= 40; talk++) if (affinity.of(user, `${talk}`)) known += 1
        expect(known).toBeLessThanOrEqual(10)
        const last = notes.at(-1)
        if (last) expect(affinity.of(last[0], `${last[1]}`)?.channelId).toBe(1)
      }),
      { seed: 20_261_122 },
    )
  })
})

test('is sent to other nodes once for as long as it stays the same', async () => {
  const buses = localBuses()
  const messages: unknown[] = []
  buses.join().on('affinity', payload => void messages.push(payload))
  const [here, there] = [makeAffinity(buses.join()), makeAffinity(buses.join())]
  for (let call = 0; call < 50; call++) here.note(1, 'talk', { channelId: 7, keyId: '3' })
  await until(async () => there.of(1, 'talk'), Boolean)
  expect(there.of(1, 'talk')).toMatchObject({ channelId: 7, keyId: '3' })
  expect(messages).toHaveLength(1)
  there.note(1, 'talk', { channelId: 9 })
  await until(
    async () => here.of(1, 'talk')?.channelId,
    id => id === 9,
  )
  expect(messages).toHaveLength(2)
})

test('messages that no node would send are ignored', () => {
  const buses = localBuses()
  const affinity = makeAffinity(buses.join())
  const stranger = buses.join()
  for (const payload of [
    null,
    [[0, 'a', 1, null]],
    [[1, 'x'.repeat(99), 1, null]],
    [[1, 'a', 'b', null]],
    Array(99).fill([1, 'a', 1, null]),
  ])
    stranger.publish('affinity', payload)
  expect(affinity.of(1, 'a')).toBeUndefined()
})
