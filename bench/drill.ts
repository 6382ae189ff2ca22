import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRedisServer } from '../packages/server/test/support/redis-server.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../packages/server/test/support/webhook-receiver.ts'
import { say } from '../scripts/lib/script.mjs'
import { benchModel } from './lib/bodies.ts'
import { newPlace, postgres, withSql } from './lib/database.ts'
import { type Failure, fullDisks } from './lib/full-disks.ts'
import { type Gateway, startGateway } from './lib/gateway.ts'
import type { Finding, Scenario } from './lib/scenario.ts'
import { rounded } from './lib/table.ts'

/** An alert may take this long to appear, and to end after its cause. */
const MOST_SECONDS = 30
const PATIENCE_MS = 90_000
const LONGEST_CALL_MS = 15_000

export const drill: Scenario = {
  name: 'drill',
  title: 'What an operator of two nodes on one PostgreSQL hears of failures, and when',
  async run({ stage }) {
    const webhook = await startWebhookReceiver()
    const redis = await startRedisServer()
    const database = await postgres(stage)
    const first = await newPlace(stage, 'postgres', join(stage.folder, 'drill-one'))
    const second = { ...first, DATA_DIR: join(stage.folder, 'drill-two') }
    for (const { DATA_DIR } of [first, second]) mkdirSync(DATA_DIR, { recursive: true })
    const environment = {
      SECRET_KEY: crypto.randomUUID() + crypto.randomUUID(),
      REDIS_URL: redis.url,
      LOG_LEVEL: 'fatal',
    }
    const one = await startGateway(stage, { place: first, environment })
    const two = await startGateway(stage, { place: second, environment })
    const { operator } = one
    await operator.setOption('alert_setting.webhook_url', `http://127.0.0.1:${webhook.port}/`)
    await operator.setOption('AlertsEnabled', true)
    const readOnly = (word: 'on' | 'off') =>
      withSql(first, async run => {
        await run('set default_transaction_read_only = off')
        await run(`alter system set default_transaction_read_only = ${word}`)
        await run('select pg_reload_conf()')
      })
    const failures: Failure[] = [
      {
        name: 'a node is frozen',
        rules: ['node_lost'],
        begin: async () => two.process.kill('SIGSTOP'),
        end: async () => two.process.kill('SIGCONT'),
      },
      {
        name: 'a node is killed that holds quota',
        rules: ['node_lost', 'funds_held'],
        async begin() {
          await ask(two)
          two.process.kill('SIGKILL')
        },
        end: () => two.restart(),
      },
      { name: 'Redis is away', rules: ['redis_away'], begin: () => redis.kill(), end: () => redis.startAgain() },
      {
        name: 'the database is read-only',
        rules: ['database_read_only'],
        begin: () => readOnly('on'),
        end: () => readOnly('off'),
      },
      {
        name: 'the database is frozen',
        rules: ['database_away', 'not_ready'],
        begin: async () => database.freeze(),
        end: async () => database.thaw(),
      },
      {
        name: 'the database is away, and calls come',
        rules: ['database_away', 'not_ready', 'own_errors'],
        async begin() {
          await database.stop()
          await Promise.all(Array.from({ length: 40 }, () => ask(one)))
        },
        async end() {
          await database.start()
          for (let call = 0; call < 200; call++) await ask(one)
        },
      },
      {
        name: 'the disk is nearly full',
        rules: ['disk_full'],
        begin: () => operator.setOption('alert_setting.disk_percent', 100),
        end: () => operator.setOption('alert_setting.disk_percent', 0),
      },
    ]
    const full = await fullDisks(stage, webhook, ask)
    failures.push(...full.failures)
    try {
      const rows: Row[] = []
      // both have checked once and know each other
      await sleep(6_000)
      for (const failure of failures) {
        say(`${failure.name} …`)
        rows.push(...(await drilled(failure, webhook, one)))
      }
      return {
        table: [
          ['failure', 'rule', 'told, s', 'over told, s', '/readyz of a living node', 'a call there', 'the message'],
          ...rows.map(({ name, rule, told, over, readyz, answer, title }) => [
            name,
            rule,
            seconds(told),
            seconds(over),
            String(readyz),
            answer,
            title,
          ]),
        ],
        findings: rows.map(
          ({ name, rule, told }): Finding => ({
            name: `told of: ${name} (${rule})`,
            value: told ?? PATIENCE_MS / 1_000,
            unit: 's',
            aim: { atMost: MOST_SECONDS },
          }),
        ),
        measured: rows,
      }
    } finally {
      database.thaw()
      two.process.kill('SIGCONT')
      for (const gateway of [one, two]) await gateway.stop()
      await full.stop()
      await redis.kill()
      webhook.stop()
    }
  },
}

interface Row {
  name: string
  rule: string
  /** Seconds until the alert; null: none came. */
  told: number | null
  over: number | null
  readyz: number
  /** How a call was answered during the failure. */
  answer: string
  title: string
}

const seconds = (count: number | null) => (count === null ? 'never' : rounded(count))

async function drilled(failure: Failure, webhook: WebhookReceiver, one: Gateway): Promise<Row[]> {
  const { name, rules, begin, end, asked = one } = failure
  webhook.received.length = 0
  const began = performance.now()
  await begin()
  const fired = await untilTold(rules, 'firing', webhook, began)
  const readyz = await fetch(`http://127.0.0.1:${asked.port}/readyz`, {
    signal: AbortSignal.timeout(LONGEST_CALL_MS),
  }).then(
    ({ status }) => status,
    () => 0,
  )
  const answer = await ask(asked)
  const ended = performance.now()
  await end()
  const over = await untilTold(rules, 'recovered', webhook, ended)
  return rules.map(rule => {
    const title = fired.get(rule)?.title ?? ''
    return {
      name,
      rule,
      told: fired.get(rule)?.after ?? null,
      over: over.get(rule)?.after ?? null,
      readyz,
      answer,
      title,
    }
  })
}

async function untilTold(rules: readonly string[], state: string, { received }: WebhookReceiver, since: number) {
  const told = new Map<string, { after: number; title: string }>()
  let read = 0
  const deadline = performance.now() + PATIENCE_MS
  while (rules.some(rule => !told.has(rule)) && performance.now() < deadline) {
    for (; read < received.length; read++) {
      const message = JSON.parse(received[read]?.body ?? '{}')
      if (message.state === state && !told.has(message.rule))
        told.set(message.rule, { after: (performance.now() - since) / 1_000, title: message.title })
    }
    await sleep(100)
  }
  return told
}

/** Makes a small call. Resolves to its status and error code. */
const ask = ({ port, bearer }: Gateway): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    signal: AbortSignal.timeout(LONGEST_CALL_MS),
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: benchModel, max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }),
  }).then(
    async response => {
      const code = await response.json().then(
        body => body?.error?.code ?? '',
        () => '',
      )
      return `${response.status} ${code}`.trim()
    },
    () => 'no answer',
  )
