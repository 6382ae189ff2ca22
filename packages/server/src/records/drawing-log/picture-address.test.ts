import { expect, test } from 'bun:test'
import { makeSecrets } from '../../platform/secrets/secrets.ts'
import { isPicturePath, picturePath } from './picture-address.ts'

const secrets = makeSecrets('one')
const NOW = 1_800_000_000
const DAY = 86_400
const queryOf = (path: string) => new URL(path, 'http://localhost').searchParams

test('an address opens only its own picture, for one to two days', () => {
  const query = queryOf(picturePath('task_1', NOW, secrets))
  expect(isPicturePath('task_1', query, NOW, secrets)).toBe(true)
  expect(isPicturePath('task_1', query, NOW + DAY, secrets)).toBe(true)
  expect(isPicturePath('task_1', query, NOW + 2 * DAY, secrets)).toBe(false)
  expect(isPicturePath('task_2', query, NOW, secrets)).toBe(false)
  expect(isPicturePath('task_1', query, NOW, makeSecrets('two'))).toBe(false)
})

test('nobody else can make an address', () => {
  const query = queryOf(picturePath('task_1', NOW, secrets))
  for (const [name, value] of [
    ['expires', String(NOW + 100 * DAY)],
    ['expires', 'soon'],
    ['expires', ''],
    ['signature', ''],
    ['signature', 'ü'.repeat(32)],
    ['signature', (query.get('signature') ?? '').toUpperCase()],
  ] as const) {
    const forged = new URLSearchParams(query)
    forged.set(name, value)
    expect(isPicturePath('task_1', forged, NOW, secrets)).toBe(false)
  }
  expect(isPicturePath('task_1', new URLSearchParams(), NOW, secrets)).toBe(false)
})
