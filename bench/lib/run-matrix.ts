import { say } from '../../scripts/lib/script.mjs'
import type { Group } from '../matrix.ts'
import type { Case, GatewayKind, Row } from './case.ts'
import { processesOf } from './cpu-time.ts'
import { EARLIER, figuresOf, type Round, unitOf } from './figures.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { measure } from './measure.ts'
import type { Setting } from './scenario.ts'
import { fundUsers, type SeededUser, seedUsers } from './seed.ts'
import { bareTarget, directTarget, gatewayTarget, nginxTarget, peerTarget, type Target } from './targets.ts'

/**
 * Until its code is optimised, a gateway's calls cost up to twice as much. After this long under load its compilers are
 * idle.
 */
const WARM_UP_SECONDS = 20
const WARM_UP_OF_CASE_SECONDS = 0.7
const USERS = 1000
/** For all kinds of gateways together. If it is too short, there are fewer rounds, but at least two. */
const MOST_MINUTES = 15
const FEWEST_ROUNDS = 2

type GroupedCase = Case & { group: string }

interface Measured {
  rows: Row[]
  /** The rounds by case, and the targets of each case by name. */
  rounds: Record<string, Round[]>
  notes: string[]
}

/** Measures groups of cases, one kind of gateway after another. Cases take turns within a round. */
export async function runMatrix(groups: Group[], setting: Setting): Promise<Measured> {
  const cases = groups.flatMap(({ name, cases }) => cases.map(each => ({ ...each, group: name })))
  const kinds = Map.groupBy(cases, ({ gateway }) => JSON.stringify(gateway))
  const all: Measured = { rows: [], rounds: {}, notes: [] }
  for (const [kind, ofKind] of kinds) {
    const mostMs = (MOST_MINUTES * 60_000 * ofKind.length) / cases.length
    const measured = await runKind(JSON.parse(kind), ofKind, setting, mostMs).catch(error => notMeasured(ofKind, error))
    all.rows.push(...measured.rows)
    Object.assign(all.rounds, measured.rounds)
    all.notes.push(...measured.notes)
  }
  const order = cases.map(({ name }) => name)
  return { ...all, rows: all.rows.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name)) }
}

async function runKind(kind: GatewayKind, cases: GroupedCase[], setting: Setting, mostMs: number): Promise<Measured> {
  const endsAt = performance.now() + mostMs
  const { stage, rounds: count, peers, earlier } = setting
  const label = inWords(kind)
  say(`${label}: ${cases.length} cases …`)
  const { gateway, bearers } = await start(kind, cases, setting)
  const before = earlier && (await start(kind, cases, setting, earlier.root))
  try {
    const targets: Record<string, Target> = {
      gateway: gatewayTarget(stage, gateway, bearers, kind.isUncharged),
      ...(before && { [EARLIER]: gatewayTarget(stage, before.gateway, before.bearers, kind.isUncharged) }),
      nginx: await nginxTarget(stage),
      bare: await bareTarget(stage),
    }
    targets.direct = await directTarget(stage)
    const beside = kind.database === 'sqlite' && kind.workers === 1 && !kind.isUncharged ? peers : []
    for (const peer of beside) targets[peerName(peer.name)] = peerTarget(stage, peer)

    const others = [...(before ? [EARLIER] : []), ...beside.map(({ name }) => peerName(name))]

    const failures = new Map<string, string>()
    const rounds: Record<string, Round[]> = Object.fromEntries(cases.map(({ name }) => [name, []]))
    await warmUp(cases, targets, setting)
    let round = 0
    while (round < count && (round < FEWEST_ROUNDS || performance.now() < endsAt)) {
      round++
      say(`${label}: round ${round} of ${count} …`)
      for (const each of cases) {
        const names = ['gateway', ...each.beside, ...others]
        // in alternating order, so that none benefits from always being later
        rounds[each.name]?.push(
          await runRound(each, round % 2 === 1 ? names : names.toReversed(), targets, setting, failures),
        )
      }
    }
    const processes = processesOf(gateway.process.pid ?? 0)
    const rows = cases.flatMap(each =>
      ['gateway', ...others].map(target => rowOf(each, target, rounds[each.name] ?? [], processes, failures)),
    )
    return { rows, rounds, notes: [...noteOnWorkers(kind, processes), ...noteOnRounds(label, round, count)] }
  } finally {
    await gateway.stop()
    await before?.gateway.stop()
  }
}

const peerName = (name: string): string => `peer ${name}`

async function start(kind: GatewayKind, cases: Case[], { stage }: Setting, root?: string) {
  const seeded: SeededUser[] = []
  const needsUsers = cases.some(({ load }) => load.users > 1)
  const gateway: Gateway = await startGateway(stage, {
    database: kind.database,
    workers: kind.workers,
    root,
    program: kind.isUncharged ? 'uncharged' : 'usual',
    ...(needsUsers && { seed: async run => void seeded.push(...(await seedUsers(run, USERS))) }),
  })
  return { gateway, bearers: await fundUsers(gateway, seeded) }
}

async function warmUp(cases: Case[], targets: Record<string, Target>, { stage, seconds }: Setting): Promise<void> {
  const [first] = cases
  if (!first) return
  const quick = Math.min(seconds, 1)
  for (const gateway of [targets.gateway, targets[EARLIER]].filter(each => each !== undefined)) {
    await measure(stage, gateway, { ...first.load, callers: 32 }, WARM_UP_SECONDS * quick)
    for (const { load } of cases)
      await measure(stage, gateway, load, WARM_UP_OF_CASE_SECONDS * quick).catch(() => undefined)
  }
}

/** A target that fails in one round is left out of it and of all later rounds. */
async function runRound(
  { name, load }: Case,
  names: string[],
  targets: Record<string, Target>,
  { stage, seconds }: Setting,
  failures: Map<string, string>,
): Promise<Round> {
  const round: Round = {}
  for (const target of names) {
    const key = `${name} ${target}`
    const where = targets[target]
    if (!where || failures.has(key)) continue
    try {
      round[target] = await measure(stage, where, load, seconds)
    } catch (error) {
      failures.set(key, (error as Error).message)
      say(`${key}: ${(error as Error).message}`)
    }
  }
  return round
}

function rowOf(
  each: GroupedCase,
  target: string,
  rounds: Round[],
  processes: number,
  failures: Map<string, string>,
): Row {
  const { group, name, gateway, load } = each
  const failure = failures.get(`${name} ${target}`)
  const isPeer = target !== 'gateway'
  const place = { database: gateway.database, workers: gateway.workers, processes: isPeer ? 0 : processes }
  const row = { group, name, peer: isPeer ? target.replace('peer ', '') : '', ...place, unit: unitOf(load) }
  return failure ? { ...row, failure } : { ...row, figures: figuresOf(each, rounds, target) }
}

/** A failure of one kind of gateway, such as a missing PostgreSQL, does not stop the others. */
function notMeasured(cases: GroupedCase[], error: unknown): Measured {
  const failure = (error as Error).message
  say(`✗ ${failure}`)
  const rows = cases.map(each => rowOf(each, 'gateway', [], 0, new Map([[`${each.name} gateway`, failure]])))
  return { rows, rounds: {}, notes: [] }
}

const inWords = ({ database, workers, isUncharged }: GatewayKind): string =>
  [database === 'sqlite' ? 'SQLite' : 'PostgreSQL', `${workers} ${workers === 1 ? 'worker' : 'workers'}`]
    .concat(isUncharged ? 'nothing stored' : [])
    .join(', ')

const noteOnWorkers = ({ database, workers }: GatewayKind, processes: number): string[] =>
  workers > 1 && processes < 2
    ? [`With WORKERS=${workers} on ${database} the gateway ran as one process: these rows show one worker.`]
    : []

const noteOnRounds = (label: string, rounds: number, wanted: number): string[] =>
  rounds < wanted ? [`${label}: ${rounds} of ${wanted} rounds; there was no time for more.`] : []
