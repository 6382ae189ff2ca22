import { expect, test } from 'bun:test'
import { laidOver } from './laid-over.ts'

test('missing words of an incomplete language are those below', () => {
  const below = { tabs: { one: 'One', two: 'Two' }, options: { Price: { label: 'Price', hint: 'Of a dollar' } } }
  expect(laidOver(below, { tabs: { one: 'Un' }, options: { Price: { label: 'Prix' } } })).toEqual({
    tabs: { one: 'Un', two: 'Two' },
    options: { Price: { label: 'Prix', hint: 'Of a dollar' } },
  })
  expect(laidOver(below, {})).toEqual(below)
})
