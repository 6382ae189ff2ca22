import { type Aim, type Finding, isReached } from './scenario.ts'

/** Formats rows of cells as text: the first column aligned left, the others right. */
export function tableText(table: string[][]): string {
  const widths = table[0]?.map((_, column) => Math.max(...table.map(row => row[column]?.length ?? 0))) ?? []
  const lines = table.map(row => row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join('   '))
  return lines.map(line => `  ${line}`.trimEnd()).join('\n')
}

/** Every aim with its result. */
export function aimsTable(findings: Finding[]): string[][] {
  const rows = findings.map(({ name, value, unit, aim }) => {
    return [name, `${rounded(value)} ${unit}`, inWords(aim), isReached(value, aim) ? '✓' : '✗']
  })
  return [['', 'came', 'aim', ''], ...rows]
}

const inWords = (aim: Aim): string =>
  'atMost' in aim ? `at most ${grouped(aim.atMost)}` : `at least ${grouped(aim.atLeast)}`

/** Rounds to the digits worth reading. */
export function rounded(value: number): string {
  const size = Math.abs(value)
  return size < 10
    ? String(Number(value.toFixed(2)))
    : size < 100
      ? String(Number(value.toFixed(1)))
      : grouped(Math.round(value))
}

const grouped = (value: number): string => value.toLocaleString('en-US')

const pad = (cell: string, width: number, column: number) => (column === 0 ? cell.padEnd(width) : cell.padStart(width))
