import { afterAll, beforeAll, expect, test } from 'bun:test'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { endpoints } from '../../start/app.ts'

const LONGEST = 'a'.repeat(4_096)
const REFUSED = 'The address may have 100 values, each of at most 4096 characters'

let database: TestDatabase
let root: ConsoleClient
beforeAll(async () => {
  const [sqlite] = databases()
  if (!sqlite) throw new Error('no database')
  database = await sqlite.open()
  root = await signedIn(await testApp(database), endpoints, 'root')
})
afterAll(() => database.close())

const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}=1`).join('&')

test.each<[what: string, path: string]>([
  ['a value of the query', `/api/status?word=${LONGEST}a`],
  ['a value that the call does not know', `/api/channel/?nobody=${LONGEST}a`],
  ['a name', `/api/status?${LONGEST}a=1`],
  ['more values than anybody needs', `/api/status?${names(101)}`],
  ['one name said over and over', `/api/status?${'a=1&'.repeat(101)}`],
  ['a value of the path', `/api/channel/${LONGEST}a`],
])('%s is refused with one sentence', async (_what, path) => {
  expect(await root('GET', path, { language: 'en' })).toMatchObject({
    status: 400,
    success: false,
    code: 'address_too_long',
    message: REFUSED,
  })
})

test('addresses up to the limit are answered', async () => {
  expect(await root('GET', `/api/status?word=${LONGEST}&${names(99)}`)).toMatchObject({ status: 200, success: true })
})
