import { expect, test } from 'bun:test'
import { channelSetting } from '@tollgate/contract'
import { invalidMember } from './setting-checks.ts'

test.each<[setting: object, member: string | undefined]>([
  [{ proxy: 'proxy.example' }, 'proxy'],
  [{ proxy: 5 }, 'proxy'],
  [{ proxy: ' http://proxy.example ', unknown: 1 }, undefined],
  [{ proxy: ' ' }, undefined],
  [{ headers: { host: 'x' } }, 'headers'],
  [{ headers: { 'x-tenant': 5 } }, 'headers'],
  [{ headers: null }, 'headers'],
  [{ headers: { 'x-tenant': '{api_key}' } }, undefined],
])('%j is judged in the form as on the server', (setting, member) => {
  expect(invalidMember(JSON.stringify(setting))).toBe(member)
  expect(channelSetting.safeParse(setting).success).toBe(member === undefined)
})

test('a text that is not JSON is left to the check for JSON', () => {
  expect(['', '{'].map(invalidMember)).toEqual([undefined, undefined])
})
