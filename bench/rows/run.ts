/**
 * Checks a log of ten million rows: `npm run soak -- --rows 10000000 --database postgres`. Fills a database, asks
 * everything the console asks of a long log while calls are written, cleans up, and compares calls per second with an
 * empty log. `--folder PATH` keeps the database there and reuses an existing one; `--page` writes the table into
 * docs/performance.md; `--minutes` limits the run without the filling.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inProject } from '../../scripts/lib/project.mjs'
import { Failure, say, script } from '../../scripts/lib/script.mjs'
import type { DatabaseKind, Place } from '../lib/database.ts'
import { keptPlace, newPlace, withSql } from '../lib/database.ts'
import { startGateway } from '../lib/gateway.ts'
import { thisCommit, thisMachine } from '../lib/machine.ts'
import { isReached } from '../lib/scenario.ts'
import { setStage } from '../lib/stage.ts'
import { aimsTable, rounded, tableText } from '../lib/table.ts'
import { askAll, byKind } from './ask.ts'
import { compareCalls } from './calls-a-second.ts'
import { cleanUp } from './clean-up.ts'
import { fillLog } from './fill.ts'
import { makeOwners } from './make-owners.ts'
import { DAY } from './one-day.ts'
import { questionsOf } from './questions.ts'
import { findingsOf, type RowsMeasured, tableOf } from './results.ts'
import { sumUp } from './sum-up.ts'
import { whatIf } from './what-if.ts'
import { whileCalled } from './while-called.ts'
import { writeRowsPart } from './write-page.ts'

const DAYS = 90
const ROUNDS = 3
const CALLS_A_SECOND = 50
const CLEAN_UP_MS = 20_000
const MINUTE = 60_000

const flags = {
  rows: { type: 'string', default: '10000000' },
  minutes: { type: 'string', default: '20' },
  database: { type: 'string', default: 'sqlite' },
  folder: { type: 'string' },
  page: { type: 'boolean', default: false },
} as const

await script(async () => {
  const { values: given } = parseArgs({ options: flags })
  const [rows, minutes] = [Number(given.rows), Number(given.minutes)]
  if (!(rows >= 1_000)) throw new Failure('--rows is a number of rows, 1000 or more.')
  if (!(minutes >= 1)) throw new Failure('--minutes is a number of minutes, 1 or more.')
  if (given.database !== 'sqlite' && given.database !== 'postgres')
    throw new Failure('--database is sqlite or postgres.')
  const place = given.folder ? await keptPlace(given.database, given.folder) : undefined
  const measured = await measure(given.database, { rows, minutes, place })
  const findings = findingsOf(measured)
  console.log(`\n${tableText(tableOf(measured))}\n\n${tableText(aimsTable(findings))}`)
  const file = inProject('bench', 'results', `rows-${given.database}.json`)
  mkdirSync(inProject('bench', 'results'), { recursive: true })
  writeFileSync(file, JSON.stringify(measured, null, 2))
  if (given.page) writeRowsPart(measured)
  return findings.every(({ value, aim }) => isReached(value, aim)) ? 0 : 1
})

async function measure(
  kind: DatabaseKind,
  { rows, minutes, place: given }: { rows: number; minutes: number; place: Place | undefined },
): Promise<RowsMeasured> {
  const stage = setStage()
  const place = given ?? (await newPlace(stage, kind, join(stage.folder, 'rows')))
  const now = Math.floor(Date.now() / 1_000)
  const base = { program: 'watched', database: kind } as const
  let [fillSeconds, sumSeconds] = [0, 0]
  const gateway = await startGateway(stage, {
    ...base,
    place,
    seed: async run => {
      const there = Number((await run('select count(*) as n from logs'))[0]?.n)
      if (there < rows) {
        say(`Filling the log with ${rounded(rows - there)} rows …`)
        const begun = performance.now()
        const made = await makeOwners(run, now)
        await fillLog(run, { kind, made, rows: rows - there, days: DAYS, now, isAlone: true })
        fillSeconds = (performance.now() - begun) / 1_000
        say(`That took ${rounded(fillSeconds)} seconds; summing up …`)
      }
      // Includes calls of an earlier run, which a job would still be adding.
      sumSeconds = await sumUp(place, Number((await run('select max(id) as n from logs'))[0]?.n))
      say(`Sums took ${rounded(sumSeconds)} seconds.`)
    },
  })
  const endsAt = performance.now() + minutes * MINUTE
  const { operator } = gateway
  const asked = await withSql(place, async run => ({
    made: await makeOwners(run, now),
    total: Number((await run('select count(*) as n from logs'))[0]?.n),
    requestId: String(
      (await run(`select request_id from logs where request_id <> '' order by id limit 1`))[0]?.request_id,
    ),
    oldest: Number((await run('select min(created_at) as n from logs'))[0]?.n),
    now,
  }))
  const questions = questionsOf(asked)
  say(
    `${rounded(asked.total)} rows; asking ${questions.length} questions, ${CALLS_A_SECOND} calls a second meanwhile …`,
  )
  const { result: answered, felt } = await whileCalled({ stage, gateway, perSecond: CALLS_A_SECOND }, () =>
    askAll(operator, questions, { rounds: ROUNDS, endsAt }),
  )
  say('Replaying every call …')
  const replayed = await whileCalled({ stage, gateway, perSecond: CALLS_A_SECOND }, () => whatIf(gateway, now))
  say('Cleaning up …')
  const cleaned = await whileCalled({ stage, gateway, perSecond: CALLS_A_SECOND }, () =>
    cleanUp(operator, asked.oldest + 10 * DAY, CLEAN_UP_MS),
  )
  say('Comparing calls a second with those on an empty log …')
  // Excludes the rest of the clean-up.
  await gateway.stop()
  await withSql(place, run => run('update log_clean_ups set finished_at = asked_at where finished_at = 0'))
  await gateway.restart()
  const empty = await startGateway(stage, base)
  const calls = await compareCalls(stage, gateway, empty)
  await Promise.all([gateway.stop(), empty.stop()])
  return {
    kind,
    rows: asked.total,
    fillSeconds,
    sumSeconds,
    at: new Date().toISOString(),
    commit: await thisCommit(),
    machine: thisMachine(),
    kinds: byKind(answered),
    felt,
    whatIf: { ...replayed.result, felt: replayed.felt },
    cleanUp: { ...cleaned.result, felt: cleaned.felt },
    calls,
    answered,
  }
}
