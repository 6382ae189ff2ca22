import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { OptionValue } from '@tollgate/contract'
import { testApp } from '../../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../../test/support/databases.ts'
import { makeOutbound } from '../../../platform/http/outbound.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { monitored } from './index.ts'
import { readPage } from './read-page.ts'

const PAGE = {
  config: { slug: 'ours' },
  publicGroupList: [
    { id: 1, name: 'Core', weight: 1, monitorList: [1, 2, 3].map(id => ({ id, name: `m${id}`, sendUrl: 0 })) },
    { id: 2, name: 'More', weight: 2, monitorList: [4, 5].map(id => ({ id, name: 'x'.repeat(id * 30) })) },
  ],
}
const beat = (status: number) => ({ status, time: '2026-11-28 04:00:00.000', msg: '', ping: 12 })
const BEATS = {
  heartbeatList: { 1: [beat(0), beat(1)], 2: [beat(1), beat(0)], 3: [beat(3)], 4: [] },
  uptimeList: { '1_24': 0.9995, '2_24': 7, '3_24': null },
}
const READ = [
  {
    name: 'Core',
    monitors: [
      { name: 'm1', state: 'up', uptime: 0.9995 },
      { name: 'm2', state: 'down', uptime: 1 },
      { name: 'm3', state: 'maintenance', uptime: null },
    ],
  },
  { name: 'More', monitors: ['x'.repeat(100), 'x'.repeat(100)].map(name => ({ name, state: null, uptime: null })) },
]

type Answer = () => Response | Promise<Response>
const well: Record<string, Answer> = {
  '/kuma/api/status-page/ours': () => Response.json(PAGE),
  '/kuma/api/status-page/heartbeat/ours': () => Response.json(BEATS),
}
let answers = well
let asked = 0
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    asked++
    return answers[new URL(request.url).pathname]?.() ?? new Response('Not Found', { status: 404 })
  },
})
const url = `http://127.0.0.1:${server.port}/kuma/?a=b`
const outbound = makeOutbound({ isAllowed: ip => ip === '127.0.0.1' })

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
let now = 1_800_000_000
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  app = await testApp(database, { now: () => now, outbound })
})
beforeEach(async () => {
  ;[answers, asked] = [well, 0]
  now += 10_000
})
afterAll(async () => {
  await server.stop(true)
  await database.close()
})

const show = (pages: Partial<OptionValue<'console_setting.uptime_kuma_groups'>[number]>[]) =>
  app.options.set('console_setting.uptime_kuma_groups', JSON.stringify(pages))
const look = () => monitored(app).map(({ groups }) => groups)
const eventually = async (expected: unknown) => {
  for (let step = 0; step < 200 && !Bun.deepEquals(look(), expected); step++) await Bun.sleep(5)
  expect(look()).toEqual(expected as ReturnType<typeof look>)
}
const read = (address = url) => readPage(outbound, { url: address, slug: 'ours' })

test('reads groups and monitors with their newest state and the uptime of 24 hours', async () => {
  expect(await read()).toEqual(READ as Awaited<ReturnType<typeof read>>)
})

test('takes no answer that is huge, no JSON, of another shape or with another status', async () => {
  const heartbeat = '/kuma/api/status-page/heartbeat/ours'
  for (const [answer, reason] of [
    [() => new Response('x'.repeat(3_000_000)), /longer|too long|more than|2097152/i],
    [() => new Response(`[${'[],'.repeat(600_000)}[]]`), /complex/],
    [() => new Response('<html>'), /JSON/],
    [() => Response.json({ ok: true }), /heartbeatList/],
    [() => Response.json({ ...BEATS, heartbeatList: { 1: [{ status: 'up' }] } }), /heartbeatList/],
    [() => new Response('', { status: 503 }), /503/],
  ] as [Answer, RegExp][]) {
    answers = { ...well, [heartbeat]: answer }
    await expect(read()).rejects.toThrow(reason)
  }
})

test('waits for an answer only so long, whether none begins or one does not end', async () => {
  const begun = () => new Response(new ReadableStream({ start: body => body.enqueue(new TextEncoder().encode('{')) }))
  for (const answer of [() => new Promise<Response>(() => {}), begun]) {
    answers = { ...well, '/kuma/api/status-page/ours': answer }
    await expect(readPage(outbound, { url, slug: 'ours' }, 50)).rejects.toThrow(/time|abort/i)
  }
})

test('asks no address that is not public', async () => {
  const guarded = readPage(makeOutbound(), { url, slug: 'ours' })
  await expect(guarded).rejects.toThrow()
  expect(asked).toBe(0)
})

test('bounds the monitors of a page', async () => {
  const monitorList = Array.from({ length: 300 }, (_, id) => ({ id, name: 'm' }))
  const publicGroupList = Array.from({ length: 80 }, () => ({ name: 'g', monitorList }))
  answers = { ...well, '/kuma/api/status-page/ours': () => Response.json({ publicGroupList }) }
  const groups = await read()
  expect([groups.length, groups.flatMap(({ monitors }) => monitors).length]).toEqual([50, 200])
})

test('nobody waits for a page: it is read once a minute beside, and forgotten ten minutes after its server is gone', async () => {
  await show([{ categoryName: 'Ours', url, slug: 'ours', description: 'd' }])
  expect(monitored(app)).toEqual([{ name: 'Ours', description: 'd', groups: null }])
  await eventually([READ])
  expect(asked).toBe(2)
  now += 59
  look()
  expect(asked).toBe(2)
  answers = {}
  now += 1
  expect(look()).toEqual([READ] as ReturnType<typeof look>)
  now += 600
  expect(look()).toEqual([null])
})

test('a silent server is asked once at a time, and another page is read meanwhile', async () => {
  const silent = Promise.withResolvers<Response>()
  answers = { ...well, '/kuma/api/status-page/silent': () => silent.promise }
  const page = { categoryName: 'x', url, description: '' }
  await show([
    { ...page, slug: 'silent' },
    { ...page, slug: 'ours' },
  ])
  await eventually([null, READ])
  const before = asked
  now += 120
  look()
  now += 120
  look()
  await eventually([null, READ])
  expect(asked - before).toBeLessThanOrEqual(4)
  silent.resolve(new Response(''))
})
