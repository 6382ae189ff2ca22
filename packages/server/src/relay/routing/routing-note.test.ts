import { expect, test } from 'bun:test'
import { chargeRule, newTally } from '@tollgate/gateway'
import type { OpenChannel } from './channel-index.ts'
import { takeRoutingNotes } from './routing-note.ts'

const channels = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }) as OpenChannel)
const COST = { code: 'x', status: 500, ms: 5, charge_rule: chargeRule('upstream_error', newTally(), false), quota: 0 }

test('a row says why its call went where it went', () => {
  const notes = takeRoutingNotes(channels(3), { channelId: 2 })
  notes.skip(1, 'resting')
  notes.chose('weight')
  notes.failed(3, COST)
  notes.chose('only')
  expect(notes.note()).toEqual({
    candidates: [1, 2, 3],
    skipped: [
      { channel: 1, reason: 'resting' },
      { channel: 3, reason: 'failed' },
    ],
    chosen: 'only',
    conversation_channel: 2,
    failed: [{ channel: 3, ...COST }],
  })
})

test('and stays short, however many channels there are', () => {
  const all = channels(500)
  const notes = takeRoutingNotes(all)
  for (const { id } of all) notes.skip(id, 'asked_to_wait')
  for (const { id } of all) notes.failed(id, COST)
  const note = notes.note()
  expect([note.candidates.length, note.more, note.skipped?.length, note.failed?.length]).toEqual([20, 480, 20, 20])
  expect(JSON.stringify(note).length).toBeLessThan(5_000)
})
