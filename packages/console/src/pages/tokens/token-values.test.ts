import { describe, expect, test } from 'bun:test'
import type { Token } from '@tollgate/contract'
import { isExpiry, newTokenValues, tokenOfValues, valuesOfToken } from './token-values.ts'

const token: Token = {
  id: 7,
  user_id: 1,
  member_id: 0,
  project_id: 0,
  key: 'k'.repeat(48),
  name: 'Shop',
  status: 1,
  created_time: 1_790_000_000,
  accessed_time: 1_790_000_000,
  expired_time: 1_795_000_000,
  remain_quota: 250_000,
  used_quota: 1,
  owed: 0,
  unlimited_quota: false,
  quota_period: 'week',
  period_quota: 1_000,
  model_limits_enabled: true,
  model_limits: 'gpt-4o,o3',
  allow_ips: '10.0.0.0/8',
  group: 'vip',
  parent_id: 0,
  depth: 0,
  slice: 0,
  rpm: 0,
  label: '',
  is_frozen: false,
  frozen: false,
}

describe('a token’s form', () => {
  test('returns the values it was given', () => {
    expect(tokenOfValues(valuesOfToken(token))).toEqual({
      name: 'Shop',
      expired_time: 1_795_000_000,
      remain_quota: 250_000,
      unlimited_quota: false,
      quota_period: 'week',
      period_quota: 1_000,
      model_limits_enabled: true,
      model_limits: 'gpt-4o,o3',
      allow_ips: '10.0.0.0/8',
      group: 'vip',
    })
  })

  test('keeps a token that never expires that way', () => {
    expect(valuesOfToken({ ...token, expired_time: -1 }).expires).toBe('')
    expect(tokenOfValues(newTokenValues).expired_time).toBe(-1)
  })

  test('accepts an empty list of models', () => {
    expect(valuesOfToken({ ...token, model_limits: '' }).model_limits).toEqual([])
  })

  test('distinguishes a time from other text', () => {
    expect(['', '2027-01-31 18:05:09', 'tomorrow', '2027-01-31', '2027-13-01 00:00:00'].map(isExpiry)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
