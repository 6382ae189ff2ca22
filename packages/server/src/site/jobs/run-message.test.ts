import { expect, test } from 'bun:test'
import { runMessage } from './run-message.ts'

test.each([
  ['the disk is full', 'the disk is full'],
  ['', 'unknown'],
  ['getaddrinfo ENOTFOUND api.vendor.example', 'getaddrinfo ENOTFOUND …'],
  ['connect ECONNREFUSED 10.0.0.7:5432', 'connect ECONNREFUSED …'],
  ['connect ECONNREFUSED ::1', 'connect ECONNREFUSED …'],
  ['no answer from [2001:db8::1]:443, after 1.5 s.', 'no answer from …, after 1.5 s.'],
  ['GET https://user:secret@vendor.example/v1?key=1 failed', 'GET …=… failed'],
  ['redis:6379 is away', '… is away'],
  ['its names: DNS:vendor.example, DNS:other.example', 'its names: DNS:…, DNS:…'],
  ['host=db.internal: 404', 'host=…: 404'],
  ['refused: Bearer abc', 'refused: Bearer …'],
  ['sk-0123456789abcdefghijklmnop is wrong', 'sk-0… is wrong'],
])('a run that failed with “%s” is kept with “%s”', (message, kept) => {
  expect(runMessage(new Error(message))).toBe(kept)
})

test('a message is kept to 500 characters', () => {
  expect(runMessage('x'.repeat(9_000))).toHaveLength(500)
})
