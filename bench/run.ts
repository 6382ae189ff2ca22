/**
 * The benchmark. `npm run bench -- --rounds 10 --seconds 5 --only paced-streams` runs longer, or only one scenario.
 * Prints a table for each scenario and writes all numbers to bench/results/.
 * BUN_OPTIONS='--cpu-prof-md --cpu-prof-dir=/tmp/profile' before it also writes where the gateway spent its time.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inProject } from '../scripts/lib/project.mjs'
import { Failure, say, script } from '../scripts/lib/script.mjs'
import { untilCharged } from './lib/gateway.ts'
import { measure } from './lib/measure.ts'
import { type Round, resultsOf } from './lib/results.ts'
import type { Scenario } from './lib/scenario.ts'
import { type Stage, setStage } from './lib/stage.ts'
import { tableOf } from './lib/table.ts'
import { scenarios } from './scenarios.ts'

const flags = {
  rounds: { type: 'string', default: '4' },
  seconds: { type: 'string', default: '3' },
  only: { type: 'string' },
} as const

await script(async () => {
  const { values: given } = parseArgs({ options: flags })
  const [rounds, seconds] = [Number(given.rounds), Number(given.seconds)]
  const chosen = scenarios.filter(({ name }) => given.only === undefined || given.only === name)
  if (chosen.length === 0) throw new Failure(`Choose one of ${scenarios.map(({ name }) => name).join(', ')}.`)

  const stage = await setStage()
  say('Warming up …')
  const warmUps = [await runRound(stage, chosen, 1)]
  const measured: Round[][] = []
  for (let round = 1; round <= rounds; round++) {
    say(`Round ${round} of ${rounds} …`)
    measured.push(await runRound(stage, chosen, seconds))
  }
  await untilCharged(stage.gateway, callsThroughGateway([...warmUps, ...measured]))
  report(chosen, measured)
})

/** Runs every scenario once, its ways right after another. */
async function runRound(stage: Stage, chosen: Scenario[], seconds: number): Promise<Round[]> {
  const rounds: Round[] = []
  for (const { ways, load } of chosen) {
    const round: Round = {}
    for (const way of ways) round[way] = await measure(stage, way, load, seconds)
    rounds.push(round)
  }
  return rounds
}

function callsThroughGateway(measured: Round[][]): number {
  return measured.flat().reduce((sum, round) => sum + (round.gateway?.requests ?? 0), 0)
}

function report(chosen: Scenario[], measured: Round[][]): void {
  const reports = chosen.map((scenario, index) => {
    const rounds = measured.flatMap(round => round[index] ?? [])
    return { scenario, rounds, results: resultsOf(scenario, rounds) }
  })
  for (const { scenario, results } of reports) console.log(`\n${tableOf(scenario, results)}`)

  const folder = inProject('bench', 'results')
  const file = `${new Date().toISOString().replaceAll(':', '-')}.json`
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${file}`, JSON.stringify(reports, null, 2))
  console.log(`\nAll numbers: bench/results/${file}`)
}
