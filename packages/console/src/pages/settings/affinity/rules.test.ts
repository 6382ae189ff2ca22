import { expect, test } from 'bun:test'
import { NEW_RULE, problemOf, readRules, withSource, writeRules } from './rules.ts'

test('rules are read with what they leave open, and written without it', () => {
  const text = '[{"models":"gpt-5*","from":"header","key":"session_id"},{"from":"token"}]'
  const rules = readRules(text)
  expect(rules).toEqual([
    { ...NEW_RULE, models: 'gpt-5*', from: 'header', key: 'session_id' },
    { ...NEW_RULE, from: 'token' },
  ])
  expect(JSON.parse(writeRules(rules ?? []))).toEqual(JSON.parse(text))
  expect(readRules('')).toEqual([])
})

test('a text that is no list of rules has no table', () => {
  for (const text of ['{', '{}', '[1]', '[{"from":"cookie"}]', '[{"models":5}]', '[{"ttl":"60"}]'])
    expect(readRules(text)).toBeUndefined()
})

test('a rule without its key, with an impossible header, or behind one that takes every call is told', () => {
  const body = { ...NEW_RULE, key: 'prompt_cache_key' }
  expect(problemOf([NEW_RULE], 0)).toBe('keyMissing')
  expect(problemOf([{ ...NEW_RULE, from: 'header', key: 'my header' }], 0)).toBe('headerName')
  expect([0, 1].map(index => problemOf([{ ...NEW_RULE, from: 'user', models: '*' }, body], index))).toEqual([
    undefined,
    'unreached',
  ])
  expect(problemOf([body, { ...NEW_RULE, from: 'user' }], 1)).toBeUndefined()
})

test('a key that is the caller has no name', () => {
  expect(withSource({ ...NEW_RULE, key: 'x' }, 'user').key).toBe('')
  expect(withSource({ ...NEW_RULE, key: 'x' }, 'header').key).toBe('x')
})
