import { expect, test } from 'bun:test'
import type { MirrorReport, ShadowResult } from '@tollgate/contract'
import { type Known, statesOf } from './switch-steps.ts'

const shadow = (calls: number, differing: number) =>
  ({ total: { calls }, differing, not_replayed: [] }) as unknown as ShadowResult
const mirror = (refused: number) => ({ all: { copies: 9, refused } }) as MirrorReport

const NOTHING: Known = { run: { proved_at: 0, synced_at: 0, result: null }, report: null, mirror: null }

test.each<[string, Known, object]>([
  ['nothing is known', NOTHING, { imported: 'open', shadow: 'open', mirror: 'open', sync: 'open', proof: 'open' }],
  [
    'all is well before the switch',
    { run: { proved_at: 5, synced_at: 0, result: shadow(9, 0) }, report: { holds: true }, mirror: mirror(0) },
    { imported: 'done', shadow: 'done', mirror: 'done', sync: 'open', proof: 'open' },
  ],
  [
    'a sync was proved',
    { run: { proved_at: 9, synced_at: 9, result: shadow(9, 0) }, report: { holds: true }, mirror: mirror(0) },
    { sync: 'done', proof: 'done' },
  ],
  [
    'something speaks against it',
    { run: { proved_at: 9, synced_at: 7, result: shadow(9, 1) }, report: { holds: false }, mirror: mirror(1) },
    { imported: 'bad', shadow: 'bad', mirror: 'bad', proof: 'bad' },
  ],
])('the steps where %s', (_, known, states) => {
  expect(statesOf(known)).toMatchObject({ ...states, stop: 'unknown', over: 'unknown', back: 'unknown' })
})
