import { expect, test } from 'bun:test'
import { performancePage } from '../lib/performance-page.ts'
import type { Results } from '../lib/scenario.ts'
import type { RowsMeasured } from './results.ts'
import { withRowsPart } from './write-page.ts'

const machine = { cpu: 'a CPU', cores: 2, memoryGiB: 8, system: 'Linux', bun: '1', load: 0 }
const felt = { calls: 10, failed: 0, largestGapMs: 20, p50: 2, p99: 9 }
const measured = (kind: RowsMeasured['kind'], rows: number): RowsMeasured => ({
  kind,
  rows,
  fillSeconds: 1,
  sumSeconds: 1,
  at: '2026-01-01T00:00:00.000Z',
  commit: 'abc',
  machine,
  kinds: [{ kind: 'log, first page', questions: 1, p50: 5, p95: 150, most: 160, slowest: 'page 1', failed: 0 }],
  felt,
  whatIf: { seconds: 50, rows: 1, differing: 0, memoryMiB: 200, felt },
  cleanUp: { startedMs: 50, rows: 1, total: 2, rowsPerSecond: 3, felt },
  calls: { full: 900, empty: 1_000, ratio: 0.9 },
  answered: [],
})
const results: Results = { at: '', commit: '', command: '', machine, rows: [], outcomes: [], findings: [], notes: [] }

test('the tables of long logs are among the hand-written text, one per database, and the benchmark keeps them', () => {
  const first = performancePage(
    results,
    [],
    '<!-- by hand, kept by npm run bench -->\nBy hand.\n<!-- written by npm run bench from here on -->',
  )
  const both = [measured('sqlite', 1_000), measured('postgres', 2_000), measured('sqlite', 3_000)].reduce(
    withRowsPart,
    first,
  )
  const page = performancePage(results, [], both)
  for (const kept of ['By hand.', '## A log of 2,000 rows on PostgreSQL', '## A log of 3,000 rows on SQLite'])
    expect(page.split(kept)).toHaveLength(2)
  expect(page).not.toContain('1,000 rows on SQLite')
  expect(page).toContain('| log, first page: p95 | 150 ms | at most 100 | ✗ |')
})
