import { describe, expect, test } from 'bun:test'
import { CHANNEL_STATUS, type Channel } from '@tollgate/contract'
import fc from 'fast-check'
import { tagChangeOf, tagValuesOf } from './tag-change.ts'
import { same, tagLines } from './tag-lines.ts'

const channel = fc.record({
  id: fc.nat(1_000_000),
  name: fc.string(),
  tag: fc.constantFrom('east', 'west', 'north'),
  type: fc.constantFrom(1, 14),
  status: fc.constantFrom(1, 2, 3),
  priority: fc.constantFrom(0, 5),
  weight: fc.constantFrom(0, 1),
  models: fc.constantFrom('a', 'a,b', 'c'),
  group: fc.constantFrom('default', 'vip,default'),
  used_quota: fc.nat(1000),
  balance: fc.nat(1000),
  balance_updated_time: fc.nat(1000),
  response_time: fc.nat(5000),
  test_time: fc.nat(1000),
})
const channels = fc.uniqueArray(channel, { selector: ({ id }) => id }).map(all => all as unknown as Channel[])

describe('the lines of tags', () => {
  test('contain every channel once, under its tag, and are on if any channel is', () => {
    fc.assert(
      fc.property(channels, all => {
        const lines = tagLines(all)
        expect(
          lines
            .flatMap(({ children }) => children)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(all.map(({ id }) => id).sort())
        expect(lines.map(({ tag }) => tag)).toEqual([...new Set(all.map(({ tag }) => tag))].sort())
        expect(new Set([...all, ...lines].map(({ id }) => id)).size).toBe(all.length + lines.length)
        for (const { tag, status, children, used_quota, type } of lines) {
          expect(children.every(child => child.tag === tag)).toBe(true)
          expect(status === CHANNEL_STATUS.enabled).toBe(
            children.some(child => child.status === CHANNEL_STATUS.enabled),
          )
          expect(used_quota).toBe(children.reduce((sum, child) => sum + child.used_quota, 0))
          expect(type).toBe(same(children, 'type') ?? 0)
        }
      }),
      { seed: 12 },
    )
  })
})

describe('a tag’s form', () => {
  test('sends nothing if nothing was filled in, and a blank name to dissolve the tag', () => {
    const values = tagValuesOf('east')
    expect(tagChangeOf('east', values)).toBeUndefined()
    expect(tagChangeOf('east', { ...values, new_tag: '  ' })).toEqual({ tag: 'east', new_tag: '' })
    expect(tagChangeOf('east', { ...values, priority: 0, groups: ['vip'] })).toEqual({
      tag: 'east',
      priority: 0,
      groups: 'vip',
    })
  })
})
