import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from 'bun:test'
import { TEST_NOW, testApp } from '../../../test/support/app.ts'
import { visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { makeRateLimiter } from '../../platform/http/rate-limit.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'
import { markSetUp } from '../setup/store.ts'
import { insertUser } from '../users/store.ts'

const [sqlite] = databases()
let database: TestDatabase
let app: AppContext
let now = TEST_NOW
// Hashing is deliberately slow; this tests only who may try.
const verify = spyOn(Bun.password, 'verify').mockImplementation(async password => password === 'correct horse')
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  app = await testApp(database, { now: () => now })
  await insertUser(app.db, { username: 'ann', password: 'hash', aff_code: 'a', created_at: now })
  await markSetUp(app.db, app.version, now)
})
beforeEach(() => {
  app = { ...app, rateLimiter: makeRateLimiter(() => now) }
})
afterAll(() => {
  verify.mockRestore()
  return database.close()
})

const login = (username: string, password: string, ip: string) =>
  visitor(app, endpoints)('POST', '/api/user/login', { body: { username, password }, ip })

test('one client may guess 20 times, even all at once, and others are not affected', async () => {
  const guesses = await Promise.all(Array.from({ length: 25 }, () => login('nobody', 'guess', '192.0.2.7')))
  expect(guesses.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = guesses.find(({ status }) => status === 429)
  expect([refused?.code, refused?.retryAfter]).toEqual(['too_many_requests', '600'])
  expect(await login('ann', 'correct horse', '192.0.2.7')).toMatchObject({ status: 429 })
  expect(await login('ann', 'correct horse', '192.0.2.8')).toMatchObject({ success: true })
  now += 600
  expect(await login('ann', 'correct horse', '192.0.2.7')).toMatchObject({ success: true })
})

test('a clock that is set back locks nobody out', async () => {
  for (let guess = 0; guess < 21; guess++) await login('nobody', 'guess', '192.0.2.11')
  now -= 7 * 24 * 3600
  expect(await login('ann', 'correct horse', '192.0.2.12')).toMatchObject({ success: true })
  now += 600
  expect(await login('ann', 'correct horse', '192.0.2.11')).toMatchObject({ success: true })
  now += 7 * 24 * 3600
})

test('guesses at one account from many addresses are slowed, and its owner still gets in', async () => {
  for (let client = 0; client < 50; client++) await login('ann', 'guess', `198.51.100.${client}`)
  const more = []
  for (let guess = 0; guess < 4; guess++) more.push((await login('Ann', 'guess', '203.0.113.1')).status)
  expect(more).toEqual([200, 200, 200, 429])
  expect(await login('ann', 'correct horse', '203.0.113.2')).toMatchObject({ success: true })
})

test('an account counts as under attack for ten minutes', async () => {
  const guessFour = async (ip: string) => {
    const statuses = []
    for (let guess = 0; guess < 4; guess++) statuses.push((await login('ann', 'guess', ip)).status)
    return statuses
  }
  for (let client = 0; client < 50; client++) await login('ann', 'guess', `198.51.100.${client}`)
  now += 599
  expect(await guessFour('203.0.113.3')).toEqual([200, 200, 200, 429])
  now += 1
  expect(await guessFour('203.0.113.4')).toEqual([200, 200, 200, 200])
})

test('somebody who knows the password may sign in as often as they like', async () => {
  for (let time = 0; time < 25; time++) {
    expect(await login('ann', 'correct horse', '192.0.2.9')).toMatchObject({ success: true })
  }
})
