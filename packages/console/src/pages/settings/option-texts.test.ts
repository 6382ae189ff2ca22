import { describe, expect, test } from 'bun:test'
import type { OptionKey } from '@tollgate/contract'
import { asKept, entriesChanged, isChange, reasonAgainst, type StoredOptions } from './option-texts.ts'

const stored = (texts: Partial<Record<OptionKey, string>>, secretsSet: OptionKey[] = []): StoredOptions => ({
  textOf: key => texts[key] ?? '',
  isSecretSet: key => secretsSet.includes(key),
})

describe('a text is a change', () => {
  test.each<[OptionKey, string, string, boolean]>([
    ['RetryTimes', '3', '4', true],
    ['RetryTimes', '3', ' 3 ', false],
    ['RetryTimes', '3', 'three', true],
    ['ServerAddress', 'https://gate.example', 'https://gate.example/', false],
    ['GroupRatio', '{\n  "default": 1\n}', '{"default":1}', false],
    ['GroupRatio', '{"default":1}', '{"default":2}', true],
    ['SensitiveWords', 'one\ntwo', 'one\n\ntwo\n', false],
  ])('%s: %j → %j is %p', (key, from, to, is) => {
    expect(isChange(key, to, stored({ [key]: from }))).toBe(is)
  })

  test('if it replaces or clears a secret, but not if it leaves it unchanged', () => {
    expect(isChange('SMTPToken', 'new', stored({}))).toBe(true)
    expect(isChange('SMTPToken', 'new', stored({}, ['SMTPToken']))).toBe(true)
    expect(isChange('SMTPToken', '', stored({}, ['SMTPToken']))).toBe(true)
    expect(isChange('SMTPToken', '', stored({}))).toBe(false)
  })
})

test('a text is shown as the server stores it, and a refused one as it was typed', () => {
  expect(asKept('GroupRatio', '{"default":1}')).toBe('{\n  "default": 1\n}')
  expect(asKept('GroupRatio', '{"default":1,}')).toBe('{"default":1,}')
  expect(reasonAgainst('GroupRatio', '{"default":1,}')).toEqual({ code: 'not_json' })
  expect(reasonAgainst('GroupRatio', '{"default":1}')).toBeUndefined()
})

test('for a long text only the differing entries are shown', () => {
  expect(entriesChanged('json', '{\n  "a": 1,\n  "b": 2\n}', '{\n  "b": 2,\n  "c": 3\n}')).toEqual({
    removed: ['"a": 1'],
    added: ['"c": 3'],
  })
  expect(entriesChanged('json', '{}', '{\n  "a": 1\n}')).toEqual({ removed: [], added: ['"a": 1'] })
  expect(entriesChanged('list', 'qq.com,163.com', '163.com,mail.example')).toEqual({
    removed: ['qq.com'],
    added: ['mail.example'],
  })
  expect(entriesChanged('lines', 'one\none', 'one')).toEqual({ removed: ['one'], added: [] })
})
