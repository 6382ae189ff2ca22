import { dialects, upstreamDialects } from '@tollgate/gateway'
import { excuses } from '@tollgate/gateway/laws'
import { lossText } from '../../src/relay/response/losses-header.ts'
import { hasProblems, type Outcome } from './across-dialects.ts'
import type { Outcome as SameDialectOutcome } from './same-dialect.ts'

/** One line per provider and endpoint: the number of exchanges, and how many arrived unchanged. */
export function tableOfSameDialect(outcomes: readonly SameDialectOutcome[]): string {
  const groups = Map.groupBy(outcomes, ({ recording, endpoint }) => `${recording.provider}\n${endpoint}`)
  const lines = [...groups].map(([key, group]) => [
    ...key.split('\n'),
    group.length,
    group.filter(({ problems }) => problems.length === 0).length,
  ])
  return table([['provider', 'endpoint', 'exchanges', 'unchanged'], ...lines])
}

/** The facets of an answer that are counted separately, with their names in the table. */
const ASPECTS = [
  ['text', 'text equal'],
  ['calls', 'calls equal'],
  ['finish', 'finish right'],
  ['usage', 'usage equal'],
] as const

/** One line per pair of dialects: exchanges, and how many kept each aspect, declared a loss, or lost it silently. */
export function tableAcrossDialects(outcomes: readonly Outcome[]): string {
  const pairs = Object.keys(dialects).flatMap(client =>
    Object.keys(upstreamDialects).map(upstream => [client, upstream]),
  )
  const lines = pairs.map(([client, upstream]) => [
    client ?? '',
    upstream ?? '',
    ...countsOf(outcomes.filter(outcome => outcome.client === client && outcome.exchange.dialect === upstream)),
  ])
  const head = ['client', 'upstream', 'exchanges', ...ASPECTS.map(([, title]) => title), 'losses said', 'unsaid']
  return table([head, ...lines, ['all', '', ...countsOf(outcomes)]])
}

const countsOf = (outcomes: readonly Outcome[]): number[] => [
  outcomes.length,
  ...ASPECTS.map(([facet]) => outcomes.filter(({ changed }) => !changed.includes(facet)).length),
  outcomes.filter(({ losses }) => losses.length > 0).length,
  outcomes.filter(hasProblems).length,
]

/** One line per aspect that was not kept, with the losses that explain it: client, number of answers. */
export function tableOfWhatCannotBeSaid(outcomes: readonly Outcome[]): string {
  const reasons = outcomes.flatMap(({ client, changed, losses }) =>
    ASPECTS.filter(([facet]) => changed.includes(facet)).map(([facet]) => {
      const said = losses.filter(loss => excuses(loss, facet)).map(lossText)
      return [client, facet, said.toSorted().join('; ') || 'nothing was said'].join('\n')
    }),
  )
  const lines = [...Map.groupBy(reasons, reason => reason)].map(([reason, group]) => {
    const [client = '', facet = '', why = ''] = reason.split('\n')
    return [client, facet, group.length, why]
  })
  return table([['client', 'aspect', 'answers', 'losses said'], ...lines])
}

/** Words to the left, numbers to the right, each column as wide as its longest cell. */
function table(rows: readonly (readonly (string | number)[])[]): string {
  const columns = (rows[0] ?? []).map((_, at) => ({
    width: Math.max(...rows.map(row => String(row[at]).length)),
    isCounted: rows.some(row => typeof row[at] === 'number'),
  }))
  return rows
    .map(row =>
      columns.map(({ width, isCounted }, at) =>
        isCounted ? String(row[at]).padStart(width) : String(row[at]).padEnd(width),
      ),
    )
    .map(cells => cells.join('  ').trimEnd())
    .join('\n')
}
