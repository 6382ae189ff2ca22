import { expect, test } from 'bun:test'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { takeRoutingNotes } from './routing-note.ts'

const channels = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }) as OpenChannel)

test('a log row says why its call went to its channel', () => {
  const notes = takeRoutingNotes(channels(3), { channelId: 2 })
  notes.skip(1, 'resting')
  notes.chose('weight')
  notes.skip(3, 'failed')
  notes.chose('only')
  expect(notes.note()).toEqual({
    candidates: [1, 2, 3],
    skipped: [
      { channel: 1, reason: 'resting' },
      { channel: 3, reason: 'failed' },
    ],
    chosen: 'only',
    conversation_channel: 2,
  })
})

test('and stays short, however many channels there are', () => {
  const all = channels(500)
  const notes = takeRoutingNotes(all)
  for (const { id } of all) notes.skip(id, 'asked_to_wait')
  const note = notes.note()
  expect([note.candidates.length, note.more, note.skipped?.length]).toEqual([20, 480, 20])
  expect(JSON.stringify(note).length).toBeLessThan(5_000)
})
