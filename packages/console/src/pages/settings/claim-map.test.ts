import { expect, test } from 'bun:test'
import { readClaimMap, writeClaimMap } from './claim-map.ts'

test('lines of value = name become a map and lines again; a value may contain any characters', () => {
  const text = 'cn=staff,dc=example = vip\nops = admin'
  expect(readClaimMap(`${text}\n\n`)).toEqual({ 'cn=staff,dc=example': 'vip', ops: 'admin' })
  expect(writeClaimMap(readClaimMap(text) ?? {})).toBe(text)
  expect(readClaimMap('')).toEqual({})
})

test('a line without value or name is not accepted', () => {
  for (const line of ['staff', 'staff =', '= vip', '=']) expect(readClaimMap(line)).toBeUndefined()
})
