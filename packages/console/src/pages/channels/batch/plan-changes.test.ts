import { expect, test } from 'bun:test'
import type { Channel } from '@tollgate/contract'
import { listDifference } from '../../../components/many/list-change.ts'
import { changedFields, type ManyValues } from './plan-changes.ts'

const channel = { priority: 5, weight: 1, models: 'a,b', group: 'default', model_mapping: '{"x":"y"}' } as Channel
const nothing: ManyValues = {
  priority: null,
  weight: null,
  models: { mode: 'add', names: [] },
  groups: { mode: 'replace', names: [] },
  mapping: '',
  mappingMode: 'add',
}
const changed = (values: Partial<ManyValues>) => changedFields(channel, { ...nothing, ...values })

test('empty fields stay unchanged, and so do fields that already have the value', () => {
  expect(changed({})).toEqual({})
  expect(changed({ priority: 5, models: { mode: 'add', names: ['b'] }, mapping: '{ "x": "y" }' })).toEqual({})
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
  expect(listDifference('a,b', 'b,c')).toBe('+ c, − a')
})

test('a mapping gets further members, or is replaced', () => {
  const mapping = '{"x":"z","v":"w"}'
  expect(JSON.parse(changed({ mapping }).model_mapping ?? '')).toEqual({ x: 'z', v: 'w' })
  expect(JSON.parse(changed({ mapping: '{"v":"w"}' }).model_mapping ?? '')).toEqual({ x: 'y', v: 'w' })
  expect(JSON.parse(changed({ mapping: '{"v":"w"}', mappingMode: 'replace' }).model_mapping ?? '')).toEqual({ v: 'w' })
  expect(changed({ mapping: '{}', mappingMode: 'replace' }).model_mapping).toBe('{}')
})
