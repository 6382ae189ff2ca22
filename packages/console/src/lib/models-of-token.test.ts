import { expect, test } from 'bun:test'
import { modelsOfToken } from './models-of-token.ts'

test('a token may call the models that are both in its group and on its own list', () => {
  const priced = [
    { model_name: 'a', enable_groups: ['default'] },
    { model_name: 'b', enable_groups: ['vip'] },
    { model_name: 'c', enable_groups: ['default', 'vip'] },
  ]
  const open = { group: '', model_limits_enabled: false, model_limits: '' }
  const allowed = (token: Partial<typeof open>) =>
    modelsOfToken({ ...open, ...token }, ['a', 'b', 'c', 'd'], priced, 'default')
  expect(allowed({})).toEqual(['a', 'c', 'd'])
  expect(allowed({ group: 'vip' })).toEqual(['b', 'c', 'd'])
  expect(allowed({ model_limits_enabled: true, model_limits: 'b,c' })).toEqual(['c'])
  expect(allowed({ model_limits: 'b,c' })).toEqual(['a', 'c', 'd'])
})
