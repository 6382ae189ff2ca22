import { expect, test } from 'bun:test'
import { asDouble, parseExact } from './exact-json.ts'

test('numbers that a double cannot hold keep every digit', () => {
  const text = '{"n":[12345678901234567890,0.12345678901234567890,1e400],"m":1.5}'
  expect(JSON.stringify(parseExact(text))).toBe(text)
})

test('numbers that a double can hold are numbers', () => {
  expect(parseExact('{"a":1.50,"b":1234567890123456}')).toEqual({ a: 1.5, b: 1_234_567_890_123_456 })
  expect(asDouble(parseExact('12345678901234567890'))).toBe(12_345_678_901_234_567_000)
  expect(asDouble('1')).toBeNull()
})
