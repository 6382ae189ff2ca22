/**
 * The benchmark. `npm run bench -- paced-streams --rounds 10 --seconds 5` runs one scenario, and longer; `--list` names
 * them. Prints a table for each and at the end the result of every aim; all numbers go to bench/results/latest.json.
 * BUN_OPTIONS='--cpu-prof-md --cpu-prof-dir=profile' before it also writes a CPU profile of the gateway.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { inProject } from '../scripts/lib/project.mjs'
import { Failure, say, script } from '../scripts/lib/script.mjs'
import type { Outcome, Scenario } from './lib/scenario.ts'
import { setStage } from './lib/stage.ts'
import { aimsTable, tableText } from './lib/table.ts'
import { scenarios } from './scenarios.ts'

const flags = {
  list: { type: 'boolean', default: false },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
} as const

await script(async () => {
  const { values: given, positionals: names } = parseArgs({ options: flags, allowPositionals: true })
  if (given.list) return console.log(listText())
  const chosen = chooseBy(names)
  const setting = { rounds: countOf(given.rounds), seconds: countOf(given.seconds), stage: setStage() }

  const outcomes: Record<string, Outcome> = {}
  for (const { name, title, run } of chosen) {
    say(`${name}: ${title}`)
    const outcome = await run(setting)
    outcomes[name] = outcome
    console.log(`\n${title}\n${tableText(outcome.table)}\n`)
  }
  const findings = Object.values(outcomes).flatMap(outcome => outcome.findings)
  console.log(`${tableText(aimsTable(findings))}\n\nAll numbers: ${keep(outcomes)}`)
})

function listText(): string {
  const width = Math.max(...scenarios.map(({ name }) => name.length))
  return scenarios.map(({ name, title }) => `${name.padEnd(width)}   ${title}`).join('\n')
}

function chooseBy(names: string[]): Scenario[] {
  const unknown = names.filter(name => !scenarios.some(scenario => scenario.name === name))
  if (unknown.length > 0) throw new Failure(`There is no ${unknown.join(', ')}; npm run bench -- --list names what is.`)
  return names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name))
}

function countOf(text: string): number {
  const count = Number(text)
  if (!(count > 0)) throw new Failure(`${text} is no number of rounds or seconds.`)
  return count
}

/** The newest results replace those before. */
function keep(outcomes: Record<string, Outcome>): string {
  const folder = inProject('bench', 'results')
  mkdirSync(folder, { recursive: true })
  const machine = { cpu: cpus()[0]?.model, cores: cpus().length, bun: Bun.version }
  const results = Object.entries(outcomes).map(([name, { findings, measured }]) => ({ name, findings, measured }))
  writeFileSync(`${folder}/latest.json`, JSON.stringify({ at: new Date(), machine, results }, null, 2))
  return 'bench/results/latest.json'
}
