import { afterAll, beforeAll, expect, test } from 'bun:test'
import { calls } from '@tollgate/contract'
import pino from 'pino'
import { testApp } from '../../../test/support/app.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../context.ts'
import { requestOfLine } from '../process/request-id.ts'
import { mount } from './mount.ts'

const [sqlite] = databases()
const lines: Record<string, unknown>[] = []
let database: TestDatabase
let app: AppContext
beforeAll(async () => {
  if (!sqlite) throw new Error('no database to test on')
  database = await sqlite.open()
  const write = (line: string) => void lines.push(JSON.parse(line))
  app = await testApp(database, { log: pino({ level: 'info', mixin: requestOfLine }, { write }) })
})
afterAll(() => database.close())

test('every line that a console call logs names its request, and so does its reply', async () => {
  const router = mount(
    [
      serve(calls.status.notice, async (_, { app }) => {
        app.log.info('before')
        await Bun.sleep(1)
        await app.db.selectFrom('options').selectAll().execute()
        app.log.warn('after the database')
        throw new Error('broken')
      }),
    ],
    app,
  )
  const ask = (headers: Record<string, string>) =>
    router.fetch(new Request('http://tollgate.test/api/notice', { headers }), { socketAddress: '127.0.0.1' })
  const given = ['first-id', 'second-id', 'third-id']
  const answered = await Promise.all(given.map(id => ask({ 'x-request-id': id })))
  expect(answered.map(({ headers }) => headers.get('x-request-id'))).toEqual(given)
  for (const id of given)
    expect(lines.filter(({ requestId }) => requestId === id).map(({ msg }) => msg)).toEqual([
      'before',
      'after the database',
      'a console call failed',
    ])
  expect(lines.length).toBe(9)
  const made = (await ask({ 'x-request-id': 'not usable\t' })).headers.get('x-request-id') ?? ''
  expect(made).toMatch(/^[\w-]{36}$/)
  expect(lines.at(-1)?.requestId).toBe(made)
})
