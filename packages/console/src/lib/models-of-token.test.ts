import { expect, test } from 'bun:test'
import { groupsOfToken, modelsOfToken } from './models-of-token.ts'

test('a token may call the models that are both in one of its groups and on its own list', () => {
  const priced = [
    { model_name: 'a', enable_groups: ['default'] },
    { model_name: 'b', enable_groups: ['vip'] },
    { model_name: 'c', enable_groups: ['default', 'vip'] },
  ]
  const open = { group: '', model_limits_enabled: false, model_limits: '' }
  const usable = { vip: { ratio: 1, desc: '' }, auto: { ratio: 1, desc: '', tries: ['vip', 'default'] } }
  const allowed = (changes: Partial<typeof open>) => {
    const token = { ...open, ...changes }
    return modelsOfToken(token, ['a', 'b', 'c', 'd'], priced, groupsOfToken(token, 'default', usable))
  }
  expect(allowed({})).toEqual(['a', 'c', 'd'])
  expect(allowed({ group: 'vip' })).toEqual(['b', 'c', 'd'])
  expect(allowed({ group: 'auto' })).toEqual(['a', 'b', 'c', 'd'])
  expect(allowed({ model_limits_enabled: true, model_limits: 'b,c' })).toEqual(['c'])
  expect(allowed({ model_limits: 'b,c' })).toEqual(['a', 'c', 'd'])
})
