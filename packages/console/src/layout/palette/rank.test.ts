import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { ranked } from './rank.ts'

const SEED = 14
const titles = (...names: string[]) => names.map(title => ({ title }))
const found = (items: { title: string; also?: string }[], query: string, most = 9) =>
  ranked(items, query, most).map(({ title }) => title)

test('exact titles come first, then titles that begin with the query, then words that do, then the rest', () => {
  const items = titles('A catalog', 'Drawing log', 'Log in', 'Log', 'Users')
  expect(found(items, 'log')).toEqual(['Log', 'Log in', 'Drawing log', 'A catalog'])
  expect(found(items, ' LOG  draw ')).toEqual(['Drawing log'])
  expect(found(items, '', 2)).toEqual(['A catalog', 'Drawing log'])
  expect(found([{ title: 'Address', also: 'ServerAddress' }, { title: 'Server' }], 'server')).toEqual([
    'Server',
    'Address',
  ])
  expect(found(titles('Каналы', '渠道管理'), '管理')).toEqual(['渠道管理'])
})

test('every result contains every word, no match is missed, and no item comes twice', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '渠', ' '), maxLength: 6 })
  fc.assert(
    fc.property(fc.array(fc.record({ title: word, also: word })), word, (items, query) => {
      const words = query.trim().split(/\s+/)
      const holding = items.filter(({ title, also }) => words.every(one => `${title} ${also}`.includes(one)))
      const results = ranked(items, query, items.length)
      expect(new Set(results)).toEqual(new Set(holding))
      expect(results).toHaveLength(holding.length)
    }),
    { seed: SEED },
  )
})
