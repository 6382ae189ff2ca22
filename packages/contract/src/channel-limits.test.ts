import { expect, test } from 'bun:test'
import { limitsIn } from './channel-limits.ts'

test('limits above 0 count: calls now, calls and tokens over a minute', () => {
  expect(limitsIn({ concurrency_limit: 5, rpm_limit: 0, tpm_limit: 1_000 })).toEqual([
    { name: 'concurrency_limit', limit: 5, counts: 'running', windowMs: 0 },
    { name: 'tpm_limit', limit: 1_000, counts: 'tokens', windowMs: 60_000 },
  ])
})
