import { expect, test } from 'bun:test'
import { canMeasure } from './latency.ts'

test('a page that came encrypted measures encrypted addresses alone', () => {
  for (const [protocol, address, can] of [
    ['https:', 'https://a.example/v1', true],
    ['https:', 'HTTPS://a.example', true],
    ['https:', 'http://a.example', false],
    ['http:', 'http://a.example', true],
    ['http:', 'https://a.example', true],
  ] as const)
    expect([protocol, address, canMeasure(address, { protocol })]).toEqual([protocol, address, can])
})
