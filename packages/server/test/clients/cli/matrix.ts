import type { SpokenDialectName } from '../../support/conversing-upstream/index.ts'
import type { Cli } from './cli.ts'
import { familyNames } from './family-upstreams.ts'
import { clis } from './index.ts'
import { known } from './known.ts'
import type { Results } from './results.ts'
import { isDue, scenarios } from './scenarios.ts'

/** The result of one cell: a client with a family. */
export interface Cell {
  cli: Cli
  family: SpokenDialectName
  /** ✓ (with a count if only part of it ran), what went wrong, or – if it did not run. */
  sign: string
  reds: Red[]
}

export interface Red {
  scenario: string
  reason: string
  isKnown: boolean
}

/** Every cell of the matrix, by client and family. */
export const cellsOf = (results: Results): Cell[] =>
  clis.flatMap(cli => familyNames.map(family => cellOf(cli, family, results[cli.id]?.[family] ?? {})))

function cellOf(cli: Cli, family: SpokenDialectName, outcomes: Record<string, string>): Cell {
  const due = scenarios.filter(scenario => isDue(scenario, cli, family))
  const reds = due.flatMap(({ name }) => {
    const problems = outcomes[name] ?? ''
    if (problems === '') return []
    const told = known(cli.id, family, name)
    return { scenario: name, reason: told ?? problems, isKnown: told !== undefined }
  })
  const run = due.filter(({ name }) => name in outcomes).length
  const greens = run === due.length ? '✓' : run === 0 ? '–' : `✓ ${run} of ${due.length}`
  return { cli, family, reds, sign: reds.length > 0 ? reds.map(({ scenario }) => `✗ ${scenario}`).join(', ') : greens }
}

/** Formats the matrix for a terminal, followed by the reasons of failed cells. */
export function printed(cells: readonly Cell[]): string {
  const width = Math.max(...clis.map(({ name }) => name.length))
  const columns = familyNames.map(family =>
    Math.max(family.length, ...cells.filter(cell => cell.family === family).map(({ sign }) => sign.length)),
  )
  const line = (first: string, rest: readonly string[]) =>
    [first.padEnd(width), ...rest.map((text, at) => text.padEnd(columns[at] ?? 0))].join('  ').trimEnd()
  return [
    line('', familyNames),
    ...clis.map(cli =>
      line(
        cli.name,
        cells.filter(cell => cell.cli === cli).map(({ sign }) => sign),
      ),
    ),
    '',
    ...cells.flatMap(({ cli, family, reds }) =>
      reds.map(
        ({ scenario, reason, isKnown }) =>
          `${cli.name} × ${family}, ${scenario}${isKnown ? ' (known)' : ''}: ${reason}`,
      ),
    ),
  ].join('\n')
}
