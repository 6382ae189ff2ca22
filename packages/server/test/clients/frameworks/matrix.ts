import { familyNames } from '../cli/family-upstreams.ts'
import type { Results } from '../cli/results.ts'
import { type Framework, frameworks } from './frameworks.ts'
import { knownFault } from './known.ts'
import { frameworkScenarios, type ScenarioName } from './scenarios.ts'

/** The result of one cell: a framework with a scenario, over all families. */
export interface FrameworkCell {
  framework: Framework
  scenario: ScenarioName
  /** ✓, the families that failed, or – if it did not run or the framework lacks it. */
  sign: string
  reds: { family: string; reason: string; isKnown: boolean }[]
}

/** Every cell of the matrix. Results: framework → family → scenario → what went wrong. */
export const frameworkCells = (results: Results): FrameworkCell[] =>
  frameworks.flatMap(framework =>
    frameworkScenarios.map(({ name }) => cellOf(framework, name, results[framework.id] ?? {})),
  )

function cellOf(framework: Framework, scenario: ScenarioName, outcomes: Results[string]): FrameworkCell {
  const reds = Object.entries(outcomes).flatMap(([family, { [scenario]: problems = '' }]) => {
    if (problems === '') return []
    const reason = knownFault(framework.id, family, scenario)
    return { family, reason: reason ?? problems, isKnown: reason !== undefined }
  })
  const isRun = Object.values(outcomes).some(each => scenario in each)
  const families = reds.length === familyNames.length ? 'all' : reds.map(({ family }) => family).join(', ')
  return { framework, scenario, reds, sign: reds.length > 0 ? `✗ ${families}` : isRun ? '✓' : '–' }
}

/** The failures of cells, one line per reason. */
export function redLines(cells: readonly FrameworkCell[]): string[] {
  return cells.flatMap(({ framework, scenario, reds }) =>
    [...Map.groupBy(reds, ({ reason }) => reason)].map(
      ([reason, [...same]]) =>
        `${framework.name}, ${scenario}${same[0]?.isKnown ? ' (known)' : ''}: ${same.map(({ family }) => family).join(', ')}: ${reason}`,
    ),
  )
}

/** Formats the matrix for a terminal, followed by the reasons of failed cells. */
export function printedFrameworks(cells: readonly FrameworkCell[]): string {
  const rows = [['', ...frameworkScenarios.map(({ name }) => name)], ...rowsOf(cells)]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0))) ?? []
  const lines = rows.map(row =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [...lines, '', ...redLines(cells)].join('\n')
}

/** One row per framework: its name and version, then its signs. */
export const rowsOf = (cells: readonly FrameworkCell[]): string[][] =>
  frameworks.map(framework => [
    `${framework.name} ${versionOf(framework)}`,
    ...cells.filter(cell => cell.framework === framework).map(({ sign }) => sign),
  ])

const versionOf = ({ packages: [first = ''] }: Framework): string => first.split(/==|(?<=.)@/).at(-1) ?? ''
