import type { Case, Figures, Row, Spread } from './case.ts'
import type { Finding } from './scenario.ts'
import { rounded } from './table.ts'

interface Column {
  head: string
  of(figures: Figures): Spread | undefined
  /** Divides the figure, which is in microseconds or MiB. */
  unit: number
}

const MILLISECOND = 1_000

/** Columns without values are left out. */
const columns: Column[] = [
  { head: 'calls/s', of: figures => figures.callsPerSecond, unit: 1 },
  { head: 'CPU, µs', of: figures => figures.cpu, unit: 1 },
  { head: '÷ nginx', of: figures => figures.ratio, unit: 1 },
  { head: 'bare proxy ÷ nginx', of: figures => figures.bareRatio, unit: 1 },
  { head: '÷ earlier', of: figures => figures.earlierRatio, unit: 1 },
  { head: 'PostgreSQL’s CPU, µs', of: figures => figures.databaseCpu, unit: 1 },
  { head: 'memory, MiB', of: figures => figures.memory, unit: 1 },
  { head: 'added p50, ms', of: figures => figures.addedP50, unit: MILLISECOND },
  { head: 'added p99, ms', of: figures => figures.addedP99, unit: MILLISECOND },
  { head: 'first chunk +p50, ms', of: figures => figures.addedFirstChunkP50, unit: MILLISECOND },
  { head: 'first chunk +p99, ms', of: figures => figures.addedFirstChunkP99, unit: MILLISECOND },
  { head: 'chunk delay p99, ms', of: figures => figures.chunkDelayP99, unit: MILLISECOND },
]

/** Rows of cells, beginning with the header: medians, with the minimum and maximum in brackets. */
export function rowsTable(rows: Row[]): string[][] {
  const filled = columns.filter(({ of }) => rows.some(({ figures }) => figures && of(figures)))
  const lines = rows.map(({ figures, failure, ...row }) =>
    figures
      ? [nameOf(row), ...filled.map(({ of, unit }) => inWords(of(figures), unit))]
      : [nameOf(row), `failed: ${failure}`, ...filled.slice(1).map(() => '')],
  )
  return [['', ...filled.map(({ head }) => head)], ...lines]
}

const nameOf = ({ name, peer, unit }: Pick<Row, 'name' | 'peer' | 'unit'>): string =>
  `${name}${peer && `, ${peer}`}${unit === 'chunk' ? ', by chunk' : ''}`

function inWords(spread: Spread | undefined, unit: number): string {
  if (!spread) return ''
  const [least, median, most] = [spread.least, spread.median, spread.most].map(value => rounded(value / unit))
  return least === most ? `${median}` : `${median} (${least}–${most})`
}

/**
 * The gateway's own figures that have an aim. A case without figures misses none; its failure is reported separately.
 */
export function findingsOfRows(cases: Pick<Case, 'name' | 'aims'>[], rows: Row[]): Finding[] {
  return cases.flatMap(({ name, aims = {} }) => {
    const figures = rows.find(row => row.name === name && row.peer === '')?.figures
    return Object.entries(aims).flatMap(([figure, aim]) => {
      const spread = figures?.[figure as keyof Figures]
      if (!spread) return []
      const { words, unit } = findingWords[figure as keyof Figures]
      return { name: `${name}: ${words}`, value: spread.median, unit, aim }
    })
  })
}

const findingWords: Record<keyof Figures, { words: string; unit: string }> = {
  callsPerSecond: { words: 'calls a second', unit: '/s' },
  cpu: { words: 'CPU', unit: 'µs' },
  ratio: { words: 'CPU ÷ nginx', unit: '×' },
  bareRatio: { words: 'CPU of a bare proxy on Bun ÷ nginx', unit: '×' },
  earlierRatio: { words: 'CPU ÷ that of the earlier version', unit: '×' },
  databaseCpu: { words: 'PostgreSQL’s CPU', unit: 'µs' },
  memory: { words: 'memory', unit: 'MiB' },
  addedP50: { words: 'added latency, median', unit: 'µs' },
  addedP99: { words: 'added latency, 99th percentile', unit: 'µs' },
  addedFirstChunkP50: { words: 'added delay of the first chunk, median', unit: 'µs' },
  addedFirstChunkP99: { words: 'added delay of the first chunk, 99th percentile', unit: 'µs' },
  chunkDelayP99: { words: 'delay of a chunk, 99th percentile', unit: 'µs' },
}
