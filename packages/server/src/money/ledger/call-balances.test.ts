import { expect, test } from 'bun:test'
import { sumUp } from './call-balances.ts'
import type { SettledCall } from './call-entries.ts'
import { periodAccountId } from './periods.ts'
import { consumeRow, NOW } from './testing.ts'

const period = (ownerId: number) => periodAccountId({ owner: 'user', ownerId, period: 'day' }, NOW)

const call = (id: number): SettledCall => ({
  ...{ requestId: `call-${id}`, userId: id, tokenId: id, channelId: id, subscriptionId: id },
  ...{ paid: 3, uncollected: 0, tokenPaid: 3, tokenOwed: 0, subscriptionPaid: 2, calls: 1 },
  periodsPaid: [[period(id), 3, 0]],
  log: consumeRow({ userId: id, tokenId: id, channelId: id }, 5),
})

test('rows of a group are changed in the order of their ids, whatever the order of the calls', () => {
  const ids = [1, 2, 9, 10, 11]
  for (const order of [ids, ids.toReversed(), [10, 2, 11, 1, 9]]) {
    const { users, tokens, periods, subscriptions, channels } = sumUp(order.map(call))
    expect([users, tokens].map(sums => sums.map(({ id }) => id))).toEqual([ids, ids])
    expect(periods.map(([id]) => id)).toEqual(ids.map(period))
    expect(subscriptions).toEqual(ids.map(id => [id, 2, 1]))
    expect(channels).toEqual(ids.map(id => [id, 5]))
  }
})
