import { expect, test } from 'bun:test'
import type { Row } from './case.ts'
import { readPeer } from './peers.ts'
import { performancePage } from './performance-page.ts'
import { findingsOfRows, rowsTable } from './rows-table.ts'
import type { Results } from './scenario.ts'

const spread = (median: number) => ({ least: median - 1, median, most: median + 1 })
const row: Row = {
  group: 'whole-requests',
  name: 'small-1',
  peer: '',
  database: 'sqlite',
  workers: 1,
  processes: 1,
  unit: 'call',
  figures: { callsPerSecond: spread(900), cpu: spread(240), ratio: spread(6) },
}
const peer: Row = { ...row, peer: 'other', figures: { callsPerSecond: spread(90), cpu: spread(2_400) } }
const failed: Row = { ...row, name: 'small-4', figures: undefined, failure: 'no PostgreSQL' }

const results: Results = {
  at: '2031-02-03T04:05:06.000Z',
  commit: 'abc',
  command: 'npm run bench',
  machine: { cpu: 'A | B', cores: 2, memoryGiB: 8, system: 'Linux', bun: '1', load: 0 },
  rows: [row, peer, failed],
  outcomes: [
    {
      name: 'x',
      title: 'Pages',
      table: [
        ['page', 'ms'],
        ['log', '3'],
      ],
      findings: [],
      measured: [],
    },
  ],
  findings: [{ name: 'small-1: CPU', value: 240, unit: 'µs', aim: { atMost: 250 } }],
  notes: ['One process.'],
}
const groups = [{ name: 'whole-requests', title: 'Whole calls' }]

test('the page has date, commit, machine and command, the aims, every row and every table', () => {
  const page = performancePage(results, groups, '')
  for (const text of ['2031-02-03 04:05 UTC', 'abc', '`npm run bench`', '| small-1: CPU | 240 µs | at most 250 | ✓ |'])
    expect(page).toContain(text)
  expect(page).toContain('## Whole calls\n\n|  | calls/s | CPU, µs | ÷ nginx |\n|---|---:|---:|---:|\n')
  expect(page).toContain('| small-1, other | 90 (89–91) | 2,400 (2,399–2,401) |  |')
  expect(page).toContain('| small-4 | failed: no PostgreSQL |  |  |')
  expect(page).toContain('## Pages\n\n| page | ms |\n|---|---:|\n| log | 3 |')
  expect(page).toContain('- One process.')
})

test('hand-written text is kept, however often the page is written', () => {
  const empty = performancePage(results, groups, '')
  const byHand = empty.replace(/(<!-- by hand[^>]*-->\n)/, '$1## Not reached, and why\n\nBecause.\n')
  const again = performancePage({ ...results, commit: 'def' }, groups, byHand)
  expect(again).toContain('## Not reached, and why\n\nBecause.')
  expect(again).toContain('def')
  expect(performancePage({ ...results, commit: 'def' }, groups, again)).toBe(again)
})

test('only the gateway’s own figures have aims, and a case without figures has none', () => {
  const cases = [
    { name: 'small-1', aims: { cpu: { atMost: 250 } } },
    { name: 'small-4', aims: { cpu: { atMost: 1 } } },
  ]
  expect(findingsOfRows(cases, [peer, row, failed])).toEqual([
    { name: 'small-1: CPU', value: 240, unit: 'µs', aim: { atMost: 250 } },
  ])
})

test('a column without values is left out', () => {
  expect(rowsTable([peer])[0]).toEqual(['', 'calls/s', 'CPU, µs'])
})

test('a peer is an address of this machine with a name, a key and a model', () => {
  expect(readPeer('other=http://127.0.0.1:4000,key=sk-1=,model=m')).toEqual({
    name: 'other',
    port: 4000,
    key: 'sk-1=',
    model: 'm',
  })
  expect(() => readPeer('other=http://example.com:80')).toThrow('loopback')
  expect(() => readPeer('other')).toThrow('names no address')
})
