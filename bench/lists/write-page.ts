import { withPart, writePerformancePage } from '../lib/kept-part.ts'
import { markdownTable } from '../lib/performance-page.ts'
import { aimsTable, rounded } from '../lib/table.ts'
import { answersTable, findingsOf, type ListsMeasured, pagesTable } from './results.ts'

const SPOKEN = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Adds one database's lists to the page. */
export const withListsPart = (page: string, measured: ListsMeasured): string =>
  withPart(page, { name: `lists on ${measured.kind}`, by: 'npm run bench -- lists', text: textOf(measured) })

export const writeListsPart = (measured: ListsMeasured): void =>
  writePerformancePage(page => withListsPart(page, measured))

function textOf(measured: ListsMeasured): string {
  const { kind, totals, at, commit, machine, pages } = measured
  const loads = pages.map(({ load }) => load)
  const missed = aimsTable(findingsOf(measured)).filter(([, , , reached], line) => line === 0 || reached === '✗')
  return [
    `## Every list with ${rounded(totals.channels)} channels, ${rounded(totals.users)} users and ${rounded(totals.logs)} log rows on ${SPOKEN[kind]}\n`,
    `Every sort and filter over HTTP, pages of 100 rows, then each page in Chromium (1440 × 900) (${at.slice(0, 10)}, commit ${commit}, load before`,
    `${machine.load}, ${rounded(Math.max(...loads))} with the browser); \`npm run bench -- lists --rows ${totals.logs} --database ${kind}\`. A task counts from 50 ms on.\n`,
    markdownTable(answersTable(measured)),
    '',
    markdownTable(pagesTable(measured)),
    '',
    missed.length > 1 ? markdownTable(missed) : 'Every aim is met.',
  ].join('\n')
}
