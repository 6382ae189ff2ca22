import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ROLE, type Token } from '@tollgate/contract'
import { freePort } from '../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { setUpGateway, signUp } from '../../test/support/gateway.ts'
import { type GatewayProcess, startGatewayProcess } from '../../test/support/gateway-process.ts'
import { insertRowsOfSomebody } from '../../test/support/rows-of-somebody.ts'
import { batchRoutes } from '../stateful/batches/routes.ts'
import { conversationVerbs } from '../stateful/responses/conversation-verbs.ts'
import { interactionVerbs } from '../stateful/responses/interactions/verbs.ts'
import { responseVerbs } from '../stateful/responses/response-verbs.ts'
import { taskRoutes } from '../stateful/tasks/routes.ts'

/** Nothing has these ids. */
const NOBODYS = { number: 999_999, string: 'nobodys' }
const METHODS = ['GET', 'POST', 'DELETE']
/** A body that every call with an object of one's own takes. */
const BODY = { prompt: 'on', name: 'mine', quota: 1, metadata: {}, items: [], frozen: true }

/** Calls about one object, by the tables of the relay's routes: the id stands for `*`. */
const PATHS = [
  ...[...batchRoutes, ...taskRoutes].map(({ path }) => path.replace(':mode', 'mj-fast').replace(/:\w+/, '*')),
  ...[...responseVerbs, ...conversationVerbs, ...interactionVerbs].map(({ path }) => path),
  '/v1/keys/*',
].filter(path => path.includes('*') && !path.includes('/submit/'))
/** Calls that name objects in their bodies. */
const NAMING: [path: string, body: (id: string | number) => object][] = [
  ['/v1/responses', id => ({ model: 'm', input: 'on', previous_response_id: id })],
  ['/v1/responses', id => ({ model: 'm', input: 'on', conversation: id })],
  ['/v1/responses', id => ({ model: 'm', input: [{ type: 'item_reference', id }] })],
  ['/v1beta/interactions', id => ({ model: 'm', input: 'on', previous_interaction_id: id })],
  ['/v1/batches', id => ({ input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' })],
  ['/mj/task/list-by-condition', id => ({ ids: [id] })],
  ['/mj/submit/change', id => ({ action: 'UPSCALE', index: 1, taskId: id })],
  ['/mj/submit/action', id => ({ customId: 'x', taskId: id })],
  ['/mj/submit/modal', id => ({ taskId: id })],
  ['/suno/fetch', id => ({ ids: [id] })],
  ['/suno/submit/music', id => ({ prompt: 'on', task_id: id, continue_clip_id: id })],
]

for (const { kind, open } of databases()) {
  describe(`objects of somebody else, by an API key (${kind})`, () => {
    let database: TestDatabase
    let gateway: GatewayProcess
    let theirs: Awaited<ReturnType<typeof insertRowsOfSomebody>>
    let key: string
    beforeAll(async () => {
      database = await open()
      gateway = await startGatewayProcess(database.place, await freePort())
      const operator = await setUpGateway(gateway.url)
      await operator.setOption('SelfUseModeEnabled', true)
      // Nobody listens: no call of these reaches an upstream.
      await operator.makeChannel({ base_url: 'http://127.0.0.1:1', models: 'm,suno_music,mj_imagine,mj_upscale' })
      await operator.setOption('RetryTimes', 0)
      const { id, consoleCall } = await signUp(database.storage, ROLE.user)
      await operator.consoleCall('POST', `/api/user/${id}/quota`, { mode: 'add', value: 100_000 })
      const [token] = await consoleCall<[Token]>(gateway.url, 'POST', '/api/token/', {
        name: 't',
        unlimited_quota: true,
      })
      key = `Bearer sk-${token.key}`
      theirs = await insertRowsOfSomebody(database.storage.db)
    })
    afterAll(async () => {
      await gateway.kill()
      await database.close()
    })

    const rowsOfTheirs = async () => {
      const { db } = database.storage
      const of = (
        table: 'stored_responses' | 'conversations' | 'conversation_items' | 'relay_files' | 'tasks' | 'midjourneys',
      ) =>
        db.selectFrom(table).selectAll().where('user_id', 'in', [theirs.userId, theirs.teamId]).orderBy('id').execute()
      const tokens = db.selectFrom('tokens').selectAll().where('user_id', '=', theirs.userId).execute()
      const tables = [
        'stored_responses',
        'conversations',
        'conversation_items',
        'relay_files',
        'tasks',
        'midjourneys',
      ] as const
      return [...(await Promise.all(tables.map(of))), await tokens]
    }

    /** What a call answers, without the id that it named. */
    async function answerTo(method: string, path: string, id: string | number, body: object) {
      const answer = await fetch(gateway.url + path.replaceAll('*', String(id)), {
        method,
        headers: { authorization: key, 'accept-language': 'en' },
        ...(method === 'POST' && { body: JSON.stringify(body) }),
      })
      const { 'x-request-id': requestId = '' } = Object.fromEntries(answer.headers)
      const text = (await answer.text()).replaceAll(requestId || '\0', '…').replaceAll(String(id), '…')
      return { status: answer.status, text }
    }

    test.each([...new Set(PATHS)])(
      'of %s get the answer of unknown ones, and stay',
      async path => {
        const before = await rowsOfTheirs()
        for (const method of METHODS) {
          const ask = (id: string | number) => answerTo(method, path, id, BODY)
          const unknown = { number: await ask(NOBODYS.number), string: await ask(NOBODYS.string) }
          const answers = await Promise.all(theirs.ids.map(async id => ({ method, id, ...(await ask(id)) })))
          expect(answers).toEqual(theirs.ids.map(id => ({ method, id, ...unknown[typeof id as 'number' | 'string'] })))
        }
        expect(await rowsOfTheirs()).toEqual(before)
      },
      60_000,
    )

    test.each(NAMING)(
      'named in the body of %s get the answer of unknown ones',
      async (path, bodyOf) => {
        const before = await rowsOfTheirs()
        const ask = (id: string | number) => answerTo('POST', path, id, bodyOf(id))
        const unknown = { number: await ask(NOBODYS.number), string: await ask(NOBODYS.string) }
        const answers = await Promise.all(theirs.ids.map(async id => ({ id, ...(await ask(id)) })))
        // An upstream may know a response that nobody has here; one that somebody has is not asked for.
        const others = answers.filter(({ text }) => !text.includes('"previous_response_not_found"'))
        expect(others).toEqual(others.map(({ id }) => ({ id, ...unknown[typeof id as 'number' | 'string'] })))
        expect(await rowsOfTheirs()).toEqual(before)
      },
      60_000,
    )
  })
}
