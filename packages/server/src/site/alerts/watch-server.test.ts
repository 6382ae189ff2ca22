import { afterAll, beforeAll, expect, test } from 'bun:test'
import { optionTable, SERVER_ALERT_RULES } from '@tollgate/contract'
import fc from 'fast-check'
import pino from 'pino'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts'
import type { SeenNode } from '../../platform/probes/server-state.ts'
import { type ServerState, watchState } from '../../platform/probes/server-state.ts'
import { watchServer } from './watch-server.ts'

const LOST: SeenNode = { id: 'b', silentMs: 20_000, held: 500 }
const WELL: ServerState = {
  databaseUp: true,
  databaseWritable: true,
  ledgerInTrouble: false,
  databaseFull: false,
  draining: false,
  redisUp: true,
  diskFreePercent: 60,
  lostNodes: [],
  isSpeaker: true,
}

/** The state that triggers each rule, and no other. */
const WRONG: Record<(typeof SERVER_ALERT_RULES)[number], Partial<ServerState>> = {
  database_away: { databaseUp: false },
  database_read_only: { databaseWritable: false },
  redis_away: { redisUp: false },
  not_ready: { ledgerInTrouble: true },
  node_lost: { lostNodes: [{ ...LOST, held: 0 }] },
  funds_held: { lostNodes: [LOST] },
  disk_full: { diskFreePercent: 3 },
  own_errors: {},
}
/** An unreachable database also makes the server not ready; a node that holds funds is also lost. */
const BESIDE: Record<string, string[]> = { database_away: ['not_ready'], funds_held: ['node_lost'] }

let webhook: WebhookReceiver
beforeAll(async () => {
  webhook = await startWebhookReceiver()
})
afterAll(() => webhook.stop())

/** A server without any database: its options are in memory. */
function server(more: Record<string, unknown> = {}) {
  const set: Record<string, unknown> = {
    AlertsEnabled: true,
    'alert_setting.webhook_url': `http://127.0.0.1:${webhook.port}/`,
    ...more,
  }
  const options = { get: (key: keyof typeof optionTable) => set[key] ?? optionTable[key].default }
  const state = { ...WELL }
  const answers = { all: 0, failed: 0 }
  const watch = watchServer({
    options,
    mailer: { isReady: () => false, send: async () => undefined },
    log: pino({ level: 'silent' }),
    now: () => 1_000,
    watched: { look: async () => undefined, state: () => state },
    meter: { answers: () => ({ ...answers }) },
    server: 'one:3000',
    isFirst: true,
  } as never)
  return { watch, state, answers }
}

const told = () =>
  webhook.received
    .splice(0)
    .map(({ body }) => JSON.parse(body))
    .map(({ rule, state }) => `${rule} ${state}`)
    .sort()

test.each(SERVER_ALERT_RULES)('%s is reported by the process itself, without a database', async rule => {
  const { watch, state, answers } = server()
  await watch.look()
  Object.assign(state, WRONG[rule])
  if (rule === 'own_errors') Object.assign(answers, { all: 40, failed: 40 })
  for (let look = 0; look < 4; look++) await watch.look()
  const wanted = [rule, ...(BESIDE[rule] ?? [])]
  expect(told()).toEqual(wanted.map(name => `${name} firing`).sort())
  Object.assign(state, WELL)
  if (rule === 'own_errors') answers.all += 1_000
  for (let look = 0; look < 4; look++) await watch.look()
  expect(told()).toEqual(wanted.map(name => `${name} recovered`).sort())
  await watch.close()
})

test('a database that says it is full is reported as a full disk, however empty the data folder’s disk is', async () => {
  const { watch, state } = server()
  state.databaseFull = true
  for (let look = 0; look < 3; look++) await watch.look()
  expect(told()).toEqual(['disk_full firing'])
  state.databaseFull = false
  for (let look = 0; look < 4; look++) await watch.look()
  expect(told()).toEqual(['disk_full recovered'])
  await watch.close()
})

test('each begins and ends once, whatever happens in between and to the messages', async () => {
  const step = fc.record({ isAway: fc.boolean(), answers: fc.constantFrom(200, 500) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async steps => {
      const { watch, state } = server()
      const delivered: string[] = []
      for (const { isAway, answers } of steps) {
        state.redisUp = !isAway
        webhook.status = answers
        await watch.look()
        const messages = told()
        if (answers === 200) delivered.push(...messages)
      }
      webhook.status = 200
      state.redisUp = true
      for (let look = 0; look < 3; look++) await watch.look()
      delivered.push(...told())
      const states = delivered.map(message => message.split(' ')[1])
      expect(states).toEqual(states.map((_, at) => (at % 2 === 0 ? 'firing' : 'recovered')))
      expect(states.length % 2).toBe(0)
      await watch.close()
    }),
    { seed: 41, numRuns: 40 },
  )
})

test('problems that nobody subscribed to are not reported', async () => {
  for (const off of [
    { AlertsEnabled: false },
    { 'alert_setting.server': false, 'alert_setting.nodes': false, 'alert_setting.disk_percent': 0 },
  ]) {
    const { watch, state } = server(off)
    Object.assign(state, ...Object.values(WRONG))
    for (let look = 0; look < 4; look++) await watch.look()
    expect(told()).toEqual([])
    await watch.close()
  }
})

test('a lost node is one that stays silent or is given up, and a living node reports it', async () => {
  let time = 0
  let nodes: SeenNode[] = []
  const of = (id: string) =>
    watchState({
      askDatabase: async () => undefined,
      tryToWrite: async () => undefined,
      readNodes: async () => nodes,
      ownNode: () => id,
      isLedgerInTrouble: () => false,
      isDatabaseFull: () => false,
      isDraining: () => false,
      redisUp: () => null,
      dataFolder: '/',
      time: () => time,
    })
  const [a, c] = [of('a'), of('c')]
  const look = async (seen: Record<string, number>) => {
    nodes = Object.entries(seen).map(([id, silentMs]) => ({ id, silentMs, held: 1 }))
    await Promise.all([a.look(), c.look()])
    time += 3_000
    return [a, c].map(watched => [
      watched
        .state()
        .lostNodes.map(({ id }) => id)
        .join(),
      watched.state().isSpeaker,
    ])
  }
  expect(await look({ a: 0, b: 4_000, c: 0 })).toEqual([
    ['', true],
    ['', false],
  ])
  // All were silent while the database was away: one that beats again was never lost.
  expect(await look({ a: 0, b: 30_000, c: 0 })).toEqual([
    ['', true],
    ['', false],
  ])
  expect(await look({ a: 0, b: 0, c: 0 })).toEqual([
    ['', true],
    ['', false],
  ])
  await look({ a: 0, b: 9_000, c: 0 })
  expect(await look({ a: 0, b: 12_000, c: 0 })).toEqual([
    ['b', true],
    ['b', false],
  ])
  expect(await look({ a: 0, c: 0 })).toEqual([
    ['b', true],
    ['b', false],
  ])
  expect(await look({ a: 15_000, c: 0 })).toEqual([
    ['b', true],
    ['b', true],
  ])
})

test('a database that accepts no writes differs from one that is away', async () => {
  const failing = (code: string) => async () => {
    throw Object.assign(new Error('no'), { code })
  }
  const states = []
  for (const [askDatabase, tryToWrite] of [
    [async () => undefined, async () => undefined],
    [async () => undefined, failing('25006')],
    [async () => undefined, failing('SQLITE_READONLY')],
    [failing('ECONNREFUSED'), failing('ECONNREFUSED')],
  ] as const) {
    const watched = watchState({
      askDatabase,
      tryToWrite,
      readNodes: async () => [],
      ownNode: () => 'a',
      isLedgerInTrouble: () => false,
      isDatabaseFull: () => false,
      isDraining: () => false,
      redisUp: () => null,
      dataFolder: '/',
      time: () => 0,
    })
    await watched.look()
    const { databaseUp, databaseWritable, diskFreePercent } = watched.state()
    states.push([databaseUp, databaseWritable, (diskFreePercent ?? 0) > 0])
  }
  expect(states).toEqual([
    [true, true, true],
    [true, false, true],
    [true, false, true],
    [false, true, true],
  ])
})
