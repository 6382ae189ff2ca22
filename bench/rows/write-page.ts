import { withPart, writePerformancePage } from '../lib/kept-part.ts'
import { markdownTable } from '../lib/performance-page.ts'
import { aimsTable, rounded } from '../lib/table.ts'
import { findingsOf, type RowsMeasured, tableOf } from './results.ts'

/** Adds one database's long log results to docs/performance.md, within the text that `npm run bench` keeps. */
export const withRowsPart = (page: string, measured: RowsMeasured): string =>
  withPart(page, { name: `long log on ${measured.kind}`, by: 'npm run soak -- --rows', text: rowsPart(measured) })

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

export const writeRowsPart = (measured: RowsMeasured): void =>
  writePerformancePage(page => withRowsPart(page, measured))
