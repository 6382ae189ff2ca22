/**
 * The benchmark: a matrix of loads measured in rounds, and scenarios beside it. `npm run bench -- paced-streams small-1
 * --rounds 10 --seconds 5` runs one group and one case for longer; `--list` names them all; `--quick` takes three
 * minutes. `--peer NAME=http://127.0.0.1:4000,key=sk-…,model=…` also measures another gateway (`--upstream-port` fixes
 * the port of its provider); `--against COMMIT` (or a folder with another version) measures that version in turns with
 * this one. Results go to bench/results/latest.json, and those of a whole run also to docs/performance.md. With
 * BUN_OPTIONS='--cpu-prof-md --cpu-prof-dir=profile' it also writes a CPU profile of the gateway.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inProject } from '../scripts/lib/project.mjs'
import { Failure, say, script } from '../scripts/lib/script.mjs'
import { choose } from './lib/choose.ts'
import { earlierVersion } from './lib/earlier.ts'
import { thisCommit, thisMachine } from './lib/machine.ts'
import { readPeer } from './lib/peers.ts'
import { performancePage } from './lib/performance-page.ts'
import { findingsOfRows, rowsTable } from './lib/rows-table.ts'
import { runMatrix } from './lib/run-matrix.ts'
import type { Results, Scenario, Setting } from './lib/scenario.ts'
import { setStage } from './lib/stage.ts'
import { aimsTable, tableText } from './lib/table.ts'
import { matrix } from './matrix.ts'
import { scenarios } from './scenarios.ts'

const flags = {
  list: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  page: { type: 'boolean', default: false },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  rows: { type: 'string' },
  peer: { type: 'string', multiple: true, default: [] as string[] },
  against: { type: 'string' },
  'upstream-port': { type: 'string' },
} as const

await script(async () => {
  const { values: given, positionals: names } = parseArgs({ options: flags, allowPositionals: true })
  if (given.list) return console.log(listText())
  const isQuick = given.quick
  const chosen = choose(names, isQuick, { groups: matrix, scenarios })
  const port = given['upstream-port']
  const stage = setStage({ upstreamPort: port ? countOf(port, 0) : undefined })
  const setting: Setting = {
    rounds: countOf(given.rounds, isQuick ? 2 : 5),
    seconds: countOf(given.seconds, isQuick ? 1 : 2),
    logRows: countOf(given.rows, isQuick ? 50_000 : 300_000),
    isQuick,
    peers: given.peer.map(readPeer),
    earlier: given.against ? await earlierVersion(stage, given.against) : undefined,
    stage,
  }
  const machine = thisMachine()
  const { rows, rounds, notes } = await runMatrix(chosen.groups, setting)
  if (rows.length > 0) console.log(`\n${tableText(rowsTable(rows))}\n`)
  const { outcomes, failures } = await runAll(chosen.scenarios, setting)

  const cases = chosen.groups.flatMap(group => group.cases)
  const results: Results = {
    at: new Date().toISOString(),
    commit: await thisCommit(),
    command: commandLine(),
    machine,
    rows,
    outcomes,
    findings: [...findingsOfRows(cases, rows), ...outcomes.flatMap(({ findings }) => findings)],
    notes: [...notes, ...outcomes.flatMap(outcome => outcome.notes ?? []), ...failures],
  }
  console.log(tableText(aimsTable(results.findings)))
  for (const note of results.notes) console.log(`  ${note}`)
  keep(results, rounds)
  const isWhole = names.length === 0 && !isQuick
  if (isWhole || given.page) writePage(results)
  return failures.length > 0 || rows.some(({ failure, peer }) => failure && !peer) ? 1 : 0
})

/** Runs scenarios one after another; a failure does not stop the others. */
async function runAll(chosen: Scenario[], setting: Setting) {
  const outcomes: Results['outcomes'] = []
  const failures: string[] = []
  for (const { name, title, run } of chosen) {
    say(`${name}: ${title}`)
    try {
      const outcome = await run(setting)
      outcomes.push({ name, title, ...outcome })
      console.log(`\n${title}\n${tableText(outcome.table)}\n`)
    } catch (error) {
      failures.push(`${name} failed: ${(error as Error).message}`)
      console.error(error instanceof Failure ? `✗ ${error.message}` : error)
    }
  }
  return { outcomes, failures }
}

function listText(): string {
  const lines = [
    ...matrix.map(({ name, title, cases }) => [name, `${title} (${cases.map(each => each.name).join(', ')})`]),
    ...scenarios.map(({ name, title }) => [name, title]),
  ]
  const width = Math.max(...lines.map(([name = '']) => name.length))
  return lines.map(([name = '', title]) => `${name.padEnd(width)}   ${title}`).join('\n')
}

function countOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const count = Number(text)
  if (!(count > 0)) throw new Failure(`${text} is no number above 0.`)
  return count
}

/** The command as given, without a peer's key, since results are shared. */
function commandLine(): string {
  const given = process.argv.slice(2).map(argument => argument.replace(/\bkey=[^,]*/, 'key=…'))
  return ['npm run bench', ...(given.length > 0 ? ['--', ...given] : [])].join(' ')
}

/** Replaces the previous results. */
function keep(results: Results, rounds: unknown): void {
  mkdirSync(inProject('bench', 'results'), { recursive: true })
  writeFileSync(inProject('bench', 'results', 'latest.json'), JSON.stringify({ ...results, rounds }, null, 2))
  console.log('\nAll numbers: bench/results/latest.json')
}

function writePage(results: Results): void {
  const file = inProject('docs', 'performance.md')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(file, performancePage(results, matrix, before))
  console.log('Written: docs/performance.md')
}
