import { readFileSync, writeFileSync } from 'node:fs'
import { inProject } from '../../scripts/lib/project.mjs'
import { say } from '../../scripts/lib/script.mjs'
import { markdownTable } from '../lib/performance-page.ts'
import { aimsTable, rounded } from '../lib/table.ts'
import { findingsOf, type RowsMeasured, tableOf } from './results.ts'

const HAND = '<!-- by hand, kept by npm run bench -->'
const markOf = (kind: string, end: 'from' | 'to') =>
  `<!-- long log on ${kind}, ${end}: written by npm run soak -- --rows -->`

/** Adds one database's long log results to docs/performance.md, within the text that `npm run bench` keeps. */
export function withRowsPart(page: string, measured: RowsMeasured): string {
  const { kind } = measured
  const [from, to] = [markOf(kind, 'from'), markOf(kind, 'to')]
  const part = `${from}\n${rowsPart(measured)}\n${to}`
  const [begin, end] = [page.indexOf(from), page.indexOf(to)]
  if (begin >= 0 && end > begin) return page.slice(0, begin) + part + page.slice(end + to.length)
  const kept = page.indexOf(HAND)
  if (kept < 0) return `${page.trimEnd()}\n\n${HAND}\n${part}\n`
  return `${page.slice(0, kept + HAND.length)}\n${part}\n${page.slice(kept + HAND.length).replace(/^\n/, '')}`
}

function rowsPart(measured: RowsMeasured): string {
  const { kind, rows, at, commit, machine, felt, whatIf, cleanUp, calls } = measured
  return [
    `## A log of ${rounded(rows)} rows on ${kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}\n`,
    `Asked over HTTP while calls came at a steady rate (${at.slice(0, 10)}, commit ${commit}, load before ${machine.load}); \`npm run soak -- --rows ${rows}\`.`,
    `A clean-up deleted ${rounded(cleanUp.rowsPerSecond)} rows a second beside them. Calls a second: ${rounded(calls.full)}, on an empty log`,
    `${rounded(calls.empty)}. While questions were asked the median call took ${rounded(felt.p50)} ms, the 99th of a hundred ${rounded(felt.p99)} ms.`,
    `A what-if replayed ${rounded(whatIf.rows)} rows in ${rounded(whatIf.seconds)} seconds, with ${rounded(whatIf.memoryMiB)} MiB and a largest gap of ${rounded(whatIf.felt.largestGapMs)} ms.\n`,
    markdownTable(tableOf(measured)),
    '',
    markdownTable(aimsTable(findingsOf(measured)).filter(([, , , reached], line) => line === 0 || reached === '✗')),
  ].join('\n')
}

export function writeRowsPart(measured: RowsMeasured): void {
  const file = inProject('docs', 'performance.md')
  writeFileSync(file, withRowsPart(readFileSync(file, 'utf8'), measured))
  say('Written: docs/performance.md')
}
