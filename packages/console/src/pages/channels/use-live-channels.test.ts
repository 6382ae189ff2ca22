import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isAnotherPage, sameRowsAnew } from './use-live-channels.ts'

const rows = fc.uniqueArray(fc.record({ id: fc.nat(9), status: fc.nat(3) }), { selector: ({ id }) => id })
const pageOf = <Row>(items: Row[]) => ({ items, page: 1, page_size: 10, total: items.length })

test('rows keep their places, with their current values', () => {
  fc.assert(
    fc.property(rows, rows, (before, now) => {
      const { items } = sameRowsAnew(pageOf(before), pageOf(now))
      expect(items.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      for (const [index, row] of items.entries())
        expect(row).toEqual(now.find(({ id }) => id === row.id) ?? before[index] ?? row)
      expect(isAnotherPage(pageOf(before), pageOf(now))).toBe(!Bun.deepEquals(items, now))
    }),
    { seed: 20260728 },
  )
})
