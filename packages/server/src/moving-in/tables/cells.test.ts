import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import type { Source } from '../sources/source.ts'
import { cellsOf } from './cells.ts'
import { refuseUnreadableLog } from './log-check.ts'

const cell = (text: string | null) => cellsOf({ id: '7', it: text }, 'users')

describe('a cell', () => {
  test.each([
    ['5', 5],
    ['-5.0', -5],
    ['5.0e+14', 500_000_000_000_000],
    ['', 0],
    [null, 0],
  ])('%j reads as the whole number %i', (text, number) => expect(cell(text).whole('it')).toBe(number))

  test.each(['1.5', '9007199254740993', 'abc', '1e99', '-', '5e-1'])('%j is no whole number, by its place', text => {
    expect(() => cell(text).whole('it')).toThrow('users, row 7, column it')
  })

  test.each([
    ['2026-01-02 03:04:05.123456789+08:00', 1_767_294_245],
    ['2026-01-02T03:04:05Z', 1_767_323_045],
    ['1767323045', 1_767_323_045],
    ['2026-01-02 03:04:05 +0800 CST m=+0.1', 1],
    ['0000-00-00 00:00:00', null],
    ['0', null],
    ['', null],
    [null, null],
  ])('%j says when a row was deleted: %p', (text, time) => expect(cell(text).deletion('it')).toBe(time))

  test('has no zero byte, which PostgreSQL cannot store', () => expect(cell('a\0b').text('it')).toBe('a\ufffdb'))
})

describe('a log', () => {
  const logOf = (quota: unknown, created_at = 100): Source => {
    const database = new Database(':memory:')
    const names = ['id', 'user_id', 'created_at', 'type', 'quota', 'prompt_tokens', 'completion_tokens', 'channel_id']
    database.run(`create table logs (${names})`)
    database
      .query(`insert into logs values (?, ?, ?, ?, ?, ?, ?, ?)`)
      .run(9, 1, created_at, 2, quota as string, 0, '', null)
    return { database, columns: new Map([['logs', names]]), hasLogs: true } as unknown as Source
  }

  test.each([0, 5, -5, '5', '5.0', 5.5e14, '', null, Number.MAX_SAFE_INTEGER])('with the quota %p is read', quota => {
    expect(() => refuseUnreadableLog(logOf(quota), 0)).not.toThrow()
  })

  test.each(['9007199254740993', '-9223372036854775808', 1.5, 'abc', '99999999999999999999'])(
    'with the quota %p is refused by its place, where it is in the part that comes',
    quota => {
      expect(() => refuseUnreadableLog(logOf(quota), 0)).toThrow('logs, row 9, column quota')
      expect(() => refuseUnreadableLog(logOf(quota), 101)).not.toThrow()
    },
  )
})
