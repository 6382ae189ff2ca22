import { expect, test } from 'bun:test'
import { randomText } from './random-text.ts'

test('random text has the requested length and only letters and digits', () => {
  for (const length of [0, 1, 6, 48]) expect(randomText(length)).toMatch(new RegExp(`^[0-9A-Za-z]{${length}}$`))
})

test('every character is equally likely', () => {
  const counts = new Map<string, number>()
  for (const character of randomText(620_000)) counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(counts.size).toBe(62)
  // 10,000 each, plus or minus six standard deviations; a modulo of a byte would put eight of them at 12,100.
  for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(600)
})
