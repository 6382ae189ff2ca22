import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type Call, calls, errors, type OpenApiDocument, openApiDocument, RATE_LIMITS } from '@tollgate/contract'
import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { testApp } from '../../../test/support/app.ts'
import { type ConsoleClient, signedIn, visitor } from '../../../test/support/console-client.ts'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { markSetUp } from '../../people/setup/store.ts'
import { endpoints } from '../../start/app.ts'
import type { AppContext } from '../../start/app-context.ts'

const all = Object.values(calls).flatMap(room => Object.values<Call>(room))
const document = openApiDocument('1.2.3')
interface Operation {
  operationId: string
  security: object[]
  responses: Record<string, { content?: Record<string, { schema: object }>; $ref?: string }>
  [more: string]: unknown
}
const operationOf = ({ method, path }: Call, { paths }: OpenApiDocument = document) =>
  paths[path.replace(/(?<=.)\/$/, '')]?.[method.toLowerCase()] as unknown as Operation

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const result = await validator.validate({ ...structuredClone(document) })
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('it has every call of the contract exactly once, with a unique id, and quotes and child keys besides', () => {
  const { '/v1/quote': quote, '/v1/keys': keys, '/v1/keys/{id}': key, ...paths } = document.paths
  expect([quote, keys, key].map(path => Object.keys(path ?? {}))).toEqual([
    ['post'],
    ['get', 'post', 'delete'],
    ['delete'],
  ])
  const operations = Object.values(paths).flatMap(Object.values) as unknown as Operation[]
  expect(operations.length).toBe(new Set(all.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)).size)
  expect(operations.length).toBe(all.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(all.length)
})

test.each(all.map(call => [`${call.method} ${call.path}`, call] as const))('%s states who may call it', (_, call) => {
  const operation = operationOf(call)
  expect(operation['x-access']).toBe(call.access)
  expect(operation['x-confirm'] === true).toBe(call.confirm === true)
  const takesToken = operation.security.some(way => 'accessToken' in way)
  expect(takesToken).toBe(!call.confirm)
  expect(operation.security.some(way => Object.keys(way).length === 0)).toBe(call.access === 'public')
  expect('429' in operation.responses).toBe(call.rateLimit !== undefined)
  for (const name of call.path.match(/(?<=\{)\w+/g) ?? [])
    expect(operation.parameters).toContainEqual(expect.objectContaining({ name, in: 'path', required: true }))
})

test('every error code is in it, and every rate limit belongs to a call', () => {
  const text = JSON.stringify(document.components)
  expect(Object.keys(errors).filter(code => !text.includes(code))).toEqual([])
  const named = new Set(all.map(({ rateLimit }) => rateLimit).filter(Boolean))
  expect(Object.values(RATE_LIMITS).filter(limit => !named.has(limit))).toEqual([])
})

const [sqlite] = databases()

describe('the replies of real calls', () => {
  let database: TestDatabase
  let app: AppContext
  let root: ConsoleClient
  let served: OpenApiDocument
  const ajv = addFormats(new Ajv2020({ strict: false }))
  ajv.addSchema({ $id: 'document', components: document.components })
  beforeAll(async () => {
    if (!sqlite) throw new Error('no database to test on')
    database = await sqlite.open()
    app = await testApp(database)
    await markSetUp(app.db, app.version, app.now())
    root = await signedIn(app, endpoints, 'root')
    const made = [
      ['POST', '/api/channel/', { type: 1, name: 'one', key: 'k', models: 'gpt-4o', tag: 'fast' }],
      ['POST', '/api/token/', { name: 'mine', unlimited_quota: true }],
      ['POST', '/api/redemption/', { name: 'codes', count: 2, quota: 500 }],
      ['POST', '/api/user/', { username: 'someone', password: 'long enough', display_name: '' }],
      ['PUT', '/api/option/', { key: 'SystemName', value: 'Ours' }],
    ] as const
    for (const [method, path, body] of made) await follows(await root(method, path, { body }), calledAs(method, path))
    const nobody = visitor(app, endpoints)
    served = (await nobody('GET', '/api/openapi.json')) as unknown as OpenApiDocument
  })
  afterAll(() => database.close())

  /** Some calls end their session. */
  const clientFor = async ({ path }: Call) => (/logout|self|token/.test(path) ? signedIn(app, endpoints, 'root') : root)

  const calledAs = (method: string, path: string): Call => {
    const call = all.find(call => call.method === method && call.path === path)
    if (!call) throw new Error(`no call ${method} ${path}`)
    return call
  }

  function follows(answered: object & { status: number }, call: Call): void {
    const { status, ...reply } = answered
    const { retryAfter: _, setCookie: __, ...envelope } = reply as Record<string, unknown>
    const response = operationOf(call).responses[status] ?? operationOf(call).responses.default
    const schema = response?.content?.['application/json']?.schema ?? { $ref: '#/components/schemas/Failure' }
    const check = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')))
    const isValid = check(envelope)
    expect([call.path, isValid ? [] : check.errors, isValid ? '' : JSON.stringify(envelope).slice(0, 300)]).toEqual([
      call.path,
      [],
      '',
    ])
  }

  test('the served description is the contract’s', () => {
    expect(served.info.version).toBe(app.version)
    expect(Object.keys(served.paths)).toEqual(Object.keys(document.paths))
  })

  const readable = all.filter(({ method, rawType }) => method === 'GET' && !rawType)
  test.each(readable.map(call => [call.path, call] as const))('GET %s answers as described', async (path, call) => {
    const root = await clientFor(call)
    follows(await root('GET', path.replace(/\{\w+\}/, '1')), call)
    follows(await visitor(app, endpoints)('GET', path.replace(/\{\w+\}/, '1')), call)
  })

  const forScripts = all.filter(call => call.access !== 'public' && call !== calls.profile.makeAccessToken)
  test('a system access token opens every call its user may make, except those that need a confirmation', async () => {
    const root = await signedIn(app, endpoints, 'root')
    const { data: token } = await root('GET', '/api/user/token')
    const { id } = (await root('GET', '/api/user/self')).data as { id: number }
    const script = visitor(app, endpoints, { authorization: String(token), 'New-Api-User': String(id) })
    const refused: string[] = []
    for (const call of forScripts) {
      const body = call.method === 'GET' ? undefined : { id: 'no', key: 7 }
      const { status, code } = await script(call.method, call.path.replace(/\{\w+\}/, '999999'), { body })
      if (status === 401 || status === 403) refused.push(`${call.path} ${code} ${call.confirm === true}`)
    }
    // The confirmation itself needs a session, too.
    const isExpected = (line: string) =>
      line.includes(' confirmation_needs_session ') &&
      (line.endsWith('true') || line.startsWith('/api/user/confirmation'))
    expect(refused.filter(line => !isExpected(line))).toEqual([])
  })

  const writing = all.filter(({ method, rawType }) => method !== 'GET' && !rawType)
  test.each(writing.map(call => [`${call.method} ${call.path}`, call] as const))(
    '%s refuses nonsense as described',
    async (_, call) => {
      const path = call.path.replace(/\{\w+\}/, '999999')
      const root = await clientFor(call)
      follows(await root(call.method, path, { body: { id: 'no', key: 7 } }), call)
    },
  )
})
