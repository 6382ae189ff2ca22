import { expect, test } from 'bun:test'
import { printUncharged } from './print-uncharged.ts'

test('uncharged calls are listed by kind: the total, then by user and by channel, in order of their ids', () => {
  expect(
    printUncharged([
      { kind: 'charged nothing', userId: 10, channelId: 3, calls: 1, quota: 0 },
      { kind: 'uncollected', userId: 10, channelId: 4, calls: 2, quota: 30 },
      { kind: 'uncollected', userId: 9, channelId: 4, calls: 1, quota: 5 },
      { kind: 'uncollected', userId: 10, channelId: 2, calls: 1, quota: 1 },
    ]),
  ).toEqual([
    '! charged nothing: 1 call',
    '    user 10: 1 call',
    '    channel 3: 1 call',
    '! uncollected: 4 calls, quota 36',
    '    user 9: 1 call, quota 5',
    '    user 10: 3 calls, quota 31',
    '    channel 2: 1 call, quota 1',
    '    channel 4: 3 calls, quota 35',
  ])
  expect(printUncharged([])).toEqual([])
})
