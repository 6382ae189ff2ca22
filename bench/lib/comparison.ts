import { say } from '../../scripts/lib/script.mjs'
import { type Measurement, measure } from './measure.ts'
import { type Result, type Round, resultsOf } from './results.ts'
import type { Aim, Finding, Scenario } from './scenario.ts'
import type { Stage } from './stage.ts'
import { inWords, rounded } from './table.ts'
import type { TargetName } from './targets.ts'

/** A load that is put on several targets in turn, and the numbers read from it. */
export interface Comparison {
  name: string
  title: string
  /** The last is compared with the baseline. */
  targets: TargetName[]
  baseline: TargetName
  load: Load
  figures: Figure[]
}

export interface Load {
  body: 'whole' | 'stream'
  connections: number
  /** 0: each connection asks again once it has its answer. */
  requestsPerSecond: number
}

/** A number read from every measurement, and how the last target's is compared with the baseline's. */
export interface Figure {
  name: string
  unit: string
  of(measurement: Measurement): number
  compare: 'ratio' | 'difference'
  /** Of the comparison. */
  aim?: Aim
}

/** Before the gateway's code is optimised, its first calls cost twice as much. */
const WARM_UP_SECONDS = 4

/** Makes a scenario that loads its targets one after another, round by round. */
export function comparison(what: Comparison): Scenario {
  return {
    name: what.name,
    title: what.title,
    async run({ rounds, seconds, stage }) {
      say('Warming up …')
      await runRound(stage, what.targets, what.load, WARM_UP_SECONDS)
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        say(`Round ${round} of ${rounds} …`)
        // in alternating order, so that none profits from always being the later one
        const targets = round % 2 === 1 ? what.targets : what.targets.toReversed()
        measured.push(await runRound(stage, targets, what.load, seconds))
      }
      const results = resultsOf(what, measured)
      return { table: tableOf(what, results), findings: results.flatMap(result => findingOf(what, result)), measured }
    },
  }
}

async function runRound(stage: Stage, targets: TargetName[], load: Load, seconds: number): Promise<Round> {
  const round: Round = {}
  for (const target of targets) round[target] = await measure(stage, target, load, seconds)
  return round
}

function tableOf({ targets, baseline }: Comparison, results: Result[]): string[][] {
  const rows = results.map(({ figure: { name, unit, compare, aim }, values, comparison, spread }) => {
    const [sign, show] = compare === 'ratio' ? ['÷', (value: number) => value.toFixed(2)] : ['−', rounded]
    return [
      `${name}, ${unit}`,
      ...targets.map(target => rounded(values[target] ?? Number.NaN)),
      `${sign} ${baseline}: ${show(comparison)}`,
      `(${spread.map(show).join(' … ')})`,
      aim ? inWords(aim) : '',
    ]
  })
  return [['', ...targets, `${targets.at(-1)}`, '(over the rounds)', 'aim'], ...rows]
}

function findingOf({ targets, baseline }: Comparison, { figure, comparison }: Result): Finding[] {
  if (!figure.aim) return []
  const [sign, unit] = figure.compare === 'ratio' ? ['÷', '×'] : ['−', figure.unit]
  return [{ name: `${figure.name}, ${targets.at(-1)} ${sign} ${baseline}`, value: comparison, unit, aim: figure.aim }]
}
