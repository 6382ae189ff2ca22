import { expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import { listDifference } from '../../../components/many/list-change.ts'
import { changedFields, type ManyValues } from './plan-changes.ts'

const channel = {
  priority: 5,
  weight: 1,
  models: 'a,b',
  group: 'default',
  model_mapping: '{"x":"y"}',
  setting: '{"rpm_limit":5}',
} as Channel
const nothing: ManyValues = {
  priority: null,
  weight: null,
  models: { mode: 'add', names: [] },
  groups: { mode: 'replace', names: [] },
  mapping: { mode: 'add', text: '' },
  limits: {},
}
const changed = (values: Partial<ManyValues>) => changedFields(channel, { ...nothing, ...values })

test('empty fields stay unchanged, and so do fields that already have the value', () => {
  expect(changed({})).toEqual({})
  expect(
    changed({ priority: 5, models: { mode: 'add', names: ['b'] }, mapping: { mode: 'add', text: '{ "x": "y" }' } }),
  ).toEqual({})
  expect(changed({ limits: { rpm_limit: 5, tpm_limit: 0 } })).toEqual({})
  expect(
    changed({ models: { mode: 'remove', names: ['c'] }, groups: { mode: 'replace', names: ['default'] } }),
  ).toEqual({})
})

test('models and groups are added, removed and replaced', () => {
  expect(changed({ models: { mode: 'add', names: ['c', 'a'] } })).toEqual({ models: 'a,b,c' })
  expect(changed({ models: { mode: 'remove', names: ['a'] } })).toEqual({ models: 'b' })
  expect(changed({ models: { mode: 'replace', names: ['c'] }, groups: { mode: 'add', names: ['vip'] } })).toEqual({
    models: 'c',
    group: 'default,vip',
  })
  expect(listDifference(['a', 'b'], ['b', 'c'])).toBe('+ c, − a')
})

test('a mapping gets further members, or is replaced', () => {
  const changedTo = (mode: 'add' | 'replace', text: string) => changed({ mapping: { mode, text } }).model_mapping ?? ''
  expect(JSON.parse(changedTo('add', '{"x":"z","v":"w"}'))).toEqual({ x: 'z', v: 'w' })
  expect(JSON.parse(changedTo('add', '{"v":"w"}'))).toEqual({ x: 'y', v: 'w' })
  expect(JSON.parse(changedTo('replace', '{"v":"w"}'))).toEqual({ v: 'w' })
  expect(changedTo('replace', '{}')).toBe('{}')
})

test('limits change one by one, 0 removes one, and a setting that is not JSON stays', () => {
  const settingAfter = (limits: ManyValues['limits']) => JSON.parse(changed({ limits }).setting || '{}')
  expect(settingAfter({ tpm_limit: 9 })).toEqual({ rpm_limit: 5, tpm_limit: 9 })
  expect(settingAfter({ rpm_limit: 0 })).toEqual({})
  expect(changedFields({ ...channel, setting: '{' }, { ...nothing, limits: { rpm_limit: 1 } })).toEqual({})
})
