import { say } from '../../scripts/lib/script.mjs'
import { type Measurement, measure } from './measure.ts'
import { type Result, type Round, resultsOf } from './results.ts'
import type { Aim, Finding, Scenario } from './scenario.ts'
import type { Stage } from './stage.ts'
import { inWords, rounded } from './table.ts'
import type { WayName } from './ways.ts'

/** A load that takes several ways in turn, and what is read from it. */
export interface Comparison {
  name: string
  title: string
  /** The last is compared with the baseline. */
  ways: WayName[]
  baseline: WayName
  load: Load
  figures: Figure[]
}

export interface Load {
  body: 'whole' | 'stream'
  connections: number
  /** 0: each connection asks again once it has its answer. */
  requestsPerSecond: number
}

/** One number read from every measurement, and how the last way's is compared with the baseline's. */
export interface Figure {
  name: string
  unit: string
  of(measurement: Measurement): number
  compare: 'ratio' | 'difference'
  /** Of the comparison. */
  aim?: Aim
}

/** Until the gateway's code is compiled for speed, its first calls cost twice as much. */
const WARM_UP_SECONDS = 4

/** The scenario that puts a load on its ways, one right after another, round by round. */
export function comparison(what: Comparison): Scenario {
  return {
    name: what.name,
    title: what.title,
    async run({ rounds, seconds, stage }) {
      say('Warming up …')
      await runRound(stage, what.ways, what.load, WARM_UP_SECONDS)
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        say(`Round ${round} of ${rounds} …`)
        // to and fro, so that none profits from always being the later one
        const ways = round % 2 === 1 ? what.ways : what.ways.toReversed()
        measured.push(await runRound(stage, ways, what.load, seconds))
      }
      const results = resultsOf(what, measured)
      return { table: tableOf(what, results), findings: results.flatMap(result => findingOf(what, result)), measured }
    },
  }
}

async function runRound(stage: Stage, ways: WayName[], load: Load, seconds: number): Promise<Round> {
  const round: Round = {}
  for (const strategy of ways) round[strategy] = await measure(stage, strategy, load, seconds)
  return round
}

function tableOf({ ways, baseline }: Comparison, results: Result[]): string[][] {
  const rows = results.map(({ figure: { name, unit, compare, aim }, values, comparison, spread }) => {
    const [sign, show] = compare === 'ratio' ? ['÷', (value: number) => value.toFixed(2)] : ['−', rounded]
    return [
      `${name}, ${unit}`,
      ...ways.map(strategy => rounded(values[strategy] ?? Number.NaN)),
      `${sign} ${baseline}: ${show(comparison)}`,
      `(${spread.map(show).join(' … ')})`,
      aim ? inWords(aim) : '',
    ]
  })
  return [['', ...ways, `${ways.at(-1)}`, '(over the rounds)', 'aim'], ...rows]
}

function findingOf({ ways, baseline }: Comparison, { figure, comparison }: Result): Finding[] {
  if (!figure.aim) return []
  const [sign, unit] = figure.compare === 'ratio' ? ['÷', '×'] : ['−', figure.unit]
  return [{ name: `${figure.name}, ${ways.at(-1)} ${sign} ${baseline}`, value: comparison, unit, aim: figure.aim }]
}
