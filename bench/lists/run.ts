/**
 * Measures every list of the console with 3,000 channels, 50,000 users and ten million log rows: `npm run bench -- lists
 * --database postgres`. Asks the API for every sort and filter, then opens each list in Chromium. `--rows 100000` takes
 * a look at a short log; `--folder PATH` keeps the database there and uses what is there; `--page` writes the tables
 * into docs/performance.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inProject } from '../../scripts/lib/project.mjs'
import { Failure, say, script } from '../../scripts/lib/script.mjs'
import { keptPlace } from '../lib/database.ts'
import { thisCommit, thisMachine } from '../lib/machine.ts'
import { isReached } from '../lib/scenario.ts'
import { setStage } from '../lib/stage.ts'
import { aimsTable, tableText } from '../lib/table.ts'
import { askAll, byKind } from '../rows/ask.ts'
import { askedOf, filledGateway } from './filled-gateway.ts'
import { lookAtPages } from './pages.ts'
import { questionsOf } from './questions.ts'
import { answersTable, findingsOf, type ListsMeasured, pagesTable } from './results.ts'
import { writeListsPart } from './write-page.ts'

const ROUNDS = 3
const LONGEST_ASKING_MS = 240_000

const flags = {
  rows: { type: 'string', default: '10000000' },
  database: { type: 'string', default: 'sqlite' },
  folder: { type: 'string' },
  page: { type: 'boolean', default: false },
} as const

await script(async () => {
  const { values: given } = parseArgs({ options: flags, args: process.argv.slice(3) })
  const [rows, kind] = [Number(given.rows), given.database]
  if (!(rows >= 1_000)) throw new Failure('--rows is a number of rows, 1000 or more.')
  if (kind !== 'sqlite' && kind !== 'postgres') throw new Failure('--database is sqlite or postgres.')
  const stage = setStage()
  const place = given.folder ? await keptPlace(kind, given.folder) : undefined
  const gateway = await filledGateway(stage, { kind, rows, place })
  const asked = await askedOf(gateway.place)
  const machine = thisMachine()
  const questions = questionsOf(asked)
  say(`Asking ${questions.length} questions …`)
  // excludes what is compiled for the first call of each kind
  await askAll(
    gateway.operator,
    questions.filter(({ name }) => name === ''),
    { rounds: 1, endsAt: Infinity },
  )
  const endsAt = performance.now() + LONGEST_ASKING_MS
  const answered = await askAll(gateway.operator, questions, { rounds: ROUNDS, endsAt })
  say(tableText(answersTable({ kinds: byKind(answered) })))
  const pages = await lookAtPages(gateway)
  await gateway.stop()
  const measured: ListsMeasured = {
    kind,
    totals: asked.totals,
    at: new Date().toISOString(),
    commit: await thisCommit(),
    machine,
    kinds: byKind(answered),
    pages,
    answered,
  }
  const findings = findingsOf(measured)
  console.log(`\n${tableText(pagesTable(measured))}`)
  console.log(`\n${tableText(aimsTable(findings))}`)
  mkdirSync(inProject('bench', 'results'), { recursive: true })
  writeFileSync(inProject('bench', 'results', `lists-${kind}.json`), JSON.stringify(measured, null, 2))
  if (given.page) writeListsPart(measured)
  return findings.every(({ value, aim }) => isReached(value, aim)) ? 0 : 1
})
