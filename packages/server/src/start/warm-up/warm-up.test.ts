import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { buildAppContext, type RunningApp } from '../build-app-context.ts'
import { connectAhead } from './connect-ahead.ts'
import { madeUpCalls } from './made-up-calls.ts'
import { warmUp } from './warm-up.ts'

let app: RunningApp
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway(undefined, async (...given) => {
    app = await buildAppContext(...given)
    return app
  })
})
afterAll(() => gateway.stop())

/** The app, whose log only notes its warnings. */
function withNotedWarnings() {
  const warnings: string[] = []
  const log = Object.assign(Object.create(app.log) as typeof app.log, {
    warn: (_: object, text: string) => warnings.push(text),
  })
  return { app: { ...app, log }, warnings }
}

const TABLES = ['logs', 'ledger_entries', 'ledger_links', 'quota_data', 'users', 'tokens', 'channels'] as const
const stored = () => Promise.all(TABLES.map(table => app.db.selectFrom(table).selectAll().execute()))

test('made-up calls are answered and leave nothing: no row, no entry, no figure, no call in flight', async () => {
  const noted = withNotedWarnings()
  const before = await stored()
  const { done } = await warmUp(noted.app, madeUpCalls.length * 3)
  await done
  expect(noted.warnings).toEqual([])
  expect(await stored()).toEqual(before)
  expect([...app.relay.meter.series()]).toEqual([])
  expect(app.relay.lastHour.hours()).toEqual([])
  expect(app.relay.inFlight.size()).toBe(0)
  expect(app.relay.memory.used()).toBe(0)
  expect([...app.ledger.holds()]).toEqual([])
})

test('ends when the server stops', async () => {
  const rest = await warmUp(app, 1_000_000)
  rest.stop()
  await rest.done
})

test('a call that fails ends the warm-up with a warning, and not the start', async () => {
  const noted = withNotedWarnings()
  const broken = { ...app.relay, credentials: undefined as never, watchdog: undefined as never }
  const { done } = await warmUp({ ...noted.app, relay: broken }, 10)
  await done
  expect(noted.warnings).toEqual(['the warm-up ended early, so the first calls take longer'])
})

test('a server that cannot prepare it starts all the same', async () => {
  const noted = withNotedWarnings()
  const { done } = await warmUp({ ...noted.app, db: undefined as never }, 10)
  await done
  expect(noted.warnings).toEqual(['the warm-up ended early, so the first calls take longer'])
})

test('words that the site forbids do not end it', async () => {
  await gateway.setOption('CheckSensitiveEnabled', true)
  await gateway.setOption('SensitiveWords', 'message\nmodels')
  const noted = withNotedWarnings()
  const { done } = await warmUp(noted.app, madeUpCalls.length)
  await done
  expect(noted.warnings).toEqual([])
})

test('connections are opened to the hosts of enabled channels in use, once each and not past a proxy', async () => {
  const use = async (base_url: string, fields: object = {}, used_quota = 1) => {
    const { id } = await gateway.makeChannel({ base_url, ...fields })
    await app.db.updateTable('channels').set({ used_quota }).where('id', '=', id).execute()
  }
  await use('https://one.example/v1', {}, 5)
  await use('https://one.example/v2', {}, 4)
  await use('https://two.example:8443', {}, 9)
  await use('https://unused.example', {}, 0)
  await use('https://proxied.example', { setting: JSON.stringify({ proxy: 'http://proxy.example:3128' }) })
  await use('https://disabled.example', { status: 2 })
  const connected: string[] = []
  await connectAhead(app.db, app.relay.channels, url => connected.push(url))
  expect(connected).toEqual(['https://two.example:8443', 'https://one.example'])
})
