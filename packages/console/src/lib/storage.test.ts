import { afterEach, beforeEach, expect, test } from 'bun:test'
import { isStored, readStored, stored, writeStored } from './storage.ts'

let texts: Map<string, string>
beforeEach(() => {
  texts = new Map()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  Object.assign(globalThis, { localStorage: storage })
})
afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'))

test('values are stored as text under the keys of the specification', () => {
  writeStored(stored.themeMode, 'dark')
  writeStored(stored.sidebarCollapsed, true)
  writeStored(stored.logPageSize, 50)
  writeStored(stored.logColumns.shown, { time: true, model: false })
  expect([...texts]).toEqual([
    ['theme-mode', 'dark'],
    ['default_collapse_sidebar', 'true'],
    ['logs-page-size', '50'],
    ['logs-table-columns', '{"time":true,"model":false}'],
  ])
  expect(readStored(stored.logColumns.shown)).toEqual({ time: true, model: false })
})

test('null is a separate value that deletes the key', () => {
  writeStored(stored.channelPageSize, 20)
  expect(isStored(stored.channelPageSize)).toBe(true)
  writeStored(stored.channelPageSize, null)
  expect(isStored(stored.channelPageSize)).toBe(false)
  expect(readStored(stored.channelPageSize)).toBeNull()
})

test('text that a user corrupted by hand counts as absent', () => {
  texts.set('user', '{"id":').set('tokens-page-size', 'many').set('enable_drawing', 'yes')
  expect(readStored(stored.user)).toBeNull()
  expect(readStored(stored.tokenPageSize)).toBeNull()
  expect(readStored(stored.drawingEnabled)).toBe(false)
})

test('if storage is blocked, values last as long as the page', () => {
  Reflect.deleteProperty(globalThis, 'localStorage')
  writeStored(stored.chats, '[]')
  expect(readStored(stored.chats)).toBe('[]')
})
