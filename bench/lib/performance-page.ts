import type { Row } from './case.ts'
import { rowsTable } from './rows-table.ts'
import type { Results } from './scenario.ts'
import { aimsTable } from './table.ts'

const KEPT_FROM = '<!-- by hand, kept by npm run bench -->'
const KEPT_TO = '<!-- written by npm run bench from here on -->'

/** The titles of the matrix' groups, in order. */
type Titles = { name: string; title: string }[]

/** The page docs/performance.md of a run's results. Keeps the previous page's text between the two marks. */
export function performancePage(results: Results, groups: Titles, before: string): string {
  return [
    ...headOf(results),
    KEPT_FROM,
    keptOf(before),
    KEPT_TO,
    '\n## Aims\n',
    markdownTable(aimsTable(results.findings)),
    ...(results.notes.length > 0 ? ['\n## Notes\n', results.notes.map(note => `- ${note}`).join('\n')] : []),
    ...groups.flatMap(group => groupPart(group, results.rows)),
    ...results.outcomes.flatMap(({ title, table }) => [`\n## ${title}\n`, markdownTable(table)]),
    '',
  ].join('\n')
}

function headOf({ at, commit, command, machine }: Results): string[] {
  const { cpu, cores, memoryGiB, system, bun, load } = machine
  return [
    '# Performance\n',
    'What a call costs, as `npm run bench` measured it; [benchmark.md](benchmark.md) says how to read it. CPU is that of all processes of',
    'the gateway, by call (by chunk for paced streams). Numbers are medians of the rounds, in brackets the smallest and the largest;',
    '`÷ nginx` compares with nginx as a plain proxy in the same round, `added` with no gateway at all.\n',
    '| | |',
    '|---|---|',
    `| date | ${at.slice(0, 16).replace('T', ' ')} UTC |`,
    `| commit | ${commit} |`,
    `| command | \`${command}\` |`,
    `| machine | ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Bun ${bun}; load generator, provider and databases on the same cores |`,
    `| load before | ${load} |\n`,
  ]
}

function keptOf(before: string): string {
  const [from, to] = [before.indexOf(KEPT_FROM), before.indexOf(KEPT_TO)]
  return from < 0 || to < from ? '' : before.slice(from + KEPT_FROM.length, to).trim()
}

function groupPart({ name, title }: Titles[number], rows: Row[]): string[] {
  const ofGroup = rows.filter(({ group }) => group === name)
  return ofGroup.length === 0 ? [] : [`\n## ${title}\n`, markdownTable(rowsTable(ofGroup))]
}

export function markdownTable([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`
  return [line(head), rule, ...rows.map(line)].join('\n')
}
