/**
 * The soak: runs a gateway at 60 % of its capacity for some minutes while its provider misbehaves, callers leave, it is
 * killed and drained, and its console is used. In the first part it is ended and restarted at random moments; in the
 * rest it keeps running and must not grow. `npm run soak -- --minutes 20 --database postgres --seed 7`
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { behaviours, startEvilUpstream } from '../../packages/server/test/support/evil-upstream.ts'
import { whenEnding } from '../../scripts/lib/endings.mjs'
import { Failure, say, script } from '../../scripts/lib/script.mjs'
import { processesOf } from '../lib/cpu-time.ts'
import type { DatabaseKind } from '../lib/database.ts'
import { type Gateway, startGateway } from '../lib/gateway.ts'
import { fundUsers, type SeededUser, seedUsers } from '../lib/seed.ts'
import { setStage } from '../lib/stage.ts'
import { rounded } from '../lib/table.ts'
import { type Check, checkBooks } from './checks.ts'
import { type EventName, endings, events, type Soaked, usualEvents } from './events.ts'
import { growthOf } from './flat.ts'
import { type SoakLoad, startSoakLoad } from './load.ts'
import { pick, type Random, randomFrom } from './random.ts'
import { latenessAt, nothingSeen, sample, type Watched } from './watch.ts'

const USERS = 20
const LOAD_SHARE = 0.6
const MOST_PER_SECOND = 400
const FEWEST_PER_SECOND = 5
/** Some behaviours keep their callers for seconds. */
const MOST_AT_ONCE = 300
const CAPACITY_CALLERS = 16
const CAPACITY_SECONDS = 4
/** The share of the time in which the gateway is ended and restarted. */
const RESTARTS_SHARE = 0.4
const SETTLING_SHARE = 0.1
const LAG_MS = 50
const MINUTE = 60_000

const flags = {
  minutes: { type: 'string', default: '20' },
  database: { type: 'string', default: 'sqlite' },
  seed: { type: 'string', default: '1' },
} as const

await script(async () => {
  const { values: given } = parseArgs({ options: flags })
  const [minutes, seed] = [Number(given.minutes), Number(given.seed)]
  if (!(minutes >= 1)) throw new Failure('--minutes is a number of minutes, 1 or more.')
  if (given.database !== 'sqlite' && given.database !== 'postgres')
    throw new Failure('--database is sqlite or postgres.')
  const checks = await soak(given.database, minutes, seed)
  const width = Math.max(...checks.map(({ name }) => name.length))
  console.log(
    checks.map(({ name, holds, found }) => `  ${holds ? '✓' : '✗'} ${name.padEnd(width)}   ${found}`).join('\n'),
  )
  return checks.every(({ holds }) => holds) ? 0 : 1
})

async function soak(database: DatabaseKind, minutes: number, seed: number): Promise<Check[]> {
  const random = randomFrom(seed)
  const { gateway, bearers, upstream } = await prepare(database)
  // tests keep requests; here they would fill the memory
  const forgetting = setInterval(() => upstream.requests.splice(0), 1_000)
  const load = startSoakLoad(gateway.operator.url, bearers, random)
  const capacity = await measureCapacity(load)
  const perSecond = Math.max(FEWEST_PER_SECOND, Math.min(LOAD_SHARE * capacity, MOST_PER_SECOND))
  load.setPace({ perSecond, mostAtOnce: MOST_AT_ONCE })
  say(
    `${rounded(capacity)} calls a second at most, ${rounded(perSecond)} from now on; ${minutes} minutes, seed ${seed} …`,
  )

  const soaked: Soaked = { gateway, random, breakOff: upstream.breakOff }
  const happened = new Map<string, number>()
  const endsAt = performance.now() + minutes * MINUTE
  const reporting = setInterval(() => report(load, happened, endsAt), MINUTE)
  await during(minutes * RESTARTS_SHARE * MINUTE, soaked, random, happened, true)
  const seen = nothingSeen()
  await during(minutes * SETTLING_SHARE * MINUTE, soaked, random, happened, false)
  await largestGapForgotten(gateway)
  await Promise.all([
    during(endsAt - performance.now(), soaked, random, happened, false),
    sampleUntil(endsAt, gateway, seen),
  ])
  clearInterval(reporting)
  say('The time is over …')
  await load.stop()
  clearInterval(forgetting)
  report(load, happened, endsAt)
  return [...checksOf(seen, happened), ...(await stopAndCheck(gateway, load)), answeredCheck(load)]
}

async function prepare(database: DatabaseKind) {
  const stage = setStage()
  const upstream = await startEvilUpstream()
  whenEnding(() => upstream.stop())
  const users: SeededUser[] = []
  const gateway = await startGateway(stage, {
    program: 'watched',
    database,
    provider: Number(new URL(upstream.url).port),
    models: 'good',
    environment: { LOG_LEVEL: 'fatal' },
    seed: async run => void users.push(...(await seedUsers(run, USERS))),
  })
  const { operator } = gateway
  const names = Object.keys(behaviours)
  await operator.setOption('ModelRatio', JSON.stringify(Object.fromEntries(names.map(name => [name, 1]))))
  await operator.setOption('RetryTimes', 1)
  // a misbehaving channel is suspended now and then, and the good one must not be suspended with it
  await operator.makeChannel({
    name: 'bad',
    base_url: upstream.url,
    models: names.filter(name => name !== 'good').join(','),
    auto_ban: 0,
  })
  return { gateway, bearers: await fundUsers(gateway, users), upstream }
}

/** The calls per second answered to callers that call again at once. */
async function measureCapacity(load: SoakLoad): Promise<number> {
  load.setPace({ perSecond: 10 * MOST_PER_SECOND, mostAtOnce: CAPACITY_CALLERS, isCalm: true })
  await sleep(1_000)
  const before = load.tally.full.size
  await sleep(CAPACITY_SECONDS * 1_000)
  return (load.tally.full.size - before) / CAPACITY_SECONDS
}

/** Triggers events at random moments for this long. */
async function during(
  ms: number,
  soaked: Soaked,
  random: Random,
  happened: Map<string, number>,
  withEndings: boolean,
): Promise<void> {
  const endsAt = performance.now() + ms
  const tally = (name: string) => happened.set(name, (happened.get(name) ?? 0) + 1)
  let nextEnding = performance.now() + 10_000
  while (performance.now() < endsAt) {
    await sleep(Math.min(200 + random() * 1_500, Math.max(0, endsAt - performance.now())))
    const isEnding = withEndings && performance.now() > nextEnding
    const name: EventName = pick(random, isEnding ? endings : usualEvents)
    if (isEnding) nextEnding = performance.now() + 8_000 + random() * 20_000
    try {
      await events[name](soaked)
      tally(name)
    } catch (error) {
      tally(`failed: ${name}`)
      say(`${name} failed: ${(error as Error).message}`)
    }
  }
}

async function largestGapForgotten(gateway: Gateway): Promise<void> {
  await sample(gateway, nothingSeen())
}

async function sampleUntil(endsAt: number, gateway: Gateway, seen: Watched): Promise<void> {
  const pause = Math.min(15_000, Math.max(1_000, (endsAt - performance.now()) / 24))
  while (performance.now() < endsAt) {
    await sleep(Math.min(pause, Math.max(0, endsAt - performance.now())))
    await sample(gateway, seen)
  }
}

function report({ tally }: SoakLoad, happened: Map<string, number>, endsAt: number): void {
  const left = Math.max(0, (endsAt - performance.now()) / MINUTE)
  const inWords = (counts: Iterable<[string, number]>) =>
    [...counts].map(([name, count]) => `${count} ${name}`).join(', ')
  say(`${left.toFixed(1)} minutes left; calls: ${inWords(Object.entries(tally.ends))}; ${inWords(happened)}`)
}

function checksOf({ samples, lateness, largestGapMs }: Watched, happened: Map<string, number>): Check[] {
  const p99 = latenessAt(0.99, lateness)
  const failed = [...happened].filter(([name]) => name.startsWith('failed'))
  return [
    ...growthOf(samples).map(({ words, first, last, isFlat }) => ({
      name: `flat: ${words}`,
      holds: isFlat,
      found: `${rounded(first)} in the first quarter, ${rounded(last)} in the last (${samples.length} samples)`,
    })),
    {
      name: `99 % of the loop’s ticks are late by less than ${LAG_MS} ms`,
      holds: lateness.size > 0 && p99 < LAG_MS,
      found: `${p99} ms; the largest gap ${rounded(largestGapMs)} ms`,
    },
    {
      name: 'the console did what was asked',
      holds: failed.length === 0,
      found: failed.map(([name, count]) => `${count} ${name}`).join(', ') || 'always',
    },
  ]
}

/** Lets the gateway notice that callers left, ends it, and checks what it leaves. */
async function stopAndCheck(gateway: Gateway, load: SoakLoad): Promise<Check[]> {
  await sleep(2_000)
  const id = gateway.process.pid ?? 0
  await gateway.stop()
  const { exitCode } = gateway.process
  return [
    { name: 'it ends when asked', holds: exitCode === 0, found: `exit code ${exitCode}` },
    { name: 'no process is left', holds: processesOf(id) === 0, found: String(processesOf(id)) },
    ...(await checkBooks(gateway.place, load.tally.full)),
  ]
}

function answeredCheck({ tally }: SoakLoad): Check {
  const total = Object.values(tally.ends).reduce((sum, count) => sum + count, 0)
  const share = tally.full.size / total
  return {
    name: 'most calls are answered in full',
    holds: share > 0.5,
    found: `${rounded(tally.full.size)} of ${rounded(total)}`,
  }
}
