import { expect, test } from 'bun:test'
import { bun } from '../scripts/lib/bun.mjs'
import { inProject } from '../scripts/lib/project.mjs'
import { allocatedBytes } from './lib/collections.ts'

const CHUNKS = 50_000
/** It was 780 when this was written. */
const MOST_BYTES = 1_600

test('a passed chunk leaves little garbage: only the promises of its delivery', async () => {
  const passing = Bun.spawn([bun, inProject('bench', 'tools', 'passed-chunks.ts'), String(CHUNKS)], {
    env: { ...process.env, BUN_JSC_logGC: '1' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const log = await new Response(passing.stderr).text()
  expect(await passing.exited).toBe(0)
  const [busiest = 0] = allocatedBytes(log)
  expect(busiest).toBeGreaterThan(0)
  expect(busiest / CHUNKS).toBeLessThan(MOST_BYTES)
}, 60_000)
