import type { Result } from './results.ts'
import type { Scenario } from './scenario.ts'

/** A scenario's results as lines of aligned text. */
export function tableOf({ title, ways, baseline }: Scenario, results: Result[]): string {
  const rows = results.map(({ figure, values, comparison }) => [
    `${figure.name}, ${figure.unit}`,
    ...ways.map(way => rounded(values[way] ?? Number.NaN)),
    figure.compare === 'ratio' ? `÷ ${baseline}: ${comparison.toFixed(2)}` : `− ${baseline}: ${rounded(comparison)}`,
    figure.aim === undefined ? '' : `aim: at most ${figure.aim}`,
  ])
  const table = [['', ...ways, 'gateway', ''], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0))) ?? []
  const lines = table.map(row => row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join('   '))
  return [title, ...lines.map(line => `  ${line}`.trimEnd())].join('\n')
}

const pad = (cell: string, width: number, column: number) => (column === 0 ? cell.padEnd(width) : cell.padStart(width))

const rounded = (value: number) => (Math.abs(value) < 100 ? value.toFixed(1) : Math.round(value).toString())
