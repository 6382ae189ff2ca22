import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Call } from '@tollgate/contract'
import { databases, type TestDatabase } from '../../test/support/databases.ts'
import { type DrawingDesk, openDrawingDesk } from '../../test/support/drawing-desk.ts'
import { endpoints } from './app.ts'
import { relayRoutes } from './relay-routes/routes.ts'

const ZERO = 'a\0b'
const STORED = 'a\ufffdb'
/** Fields of requests in every format, each with a zero byte in its texts. */
const BODY = {
  model: 'mj_imagine',
  ...Object.fromEntries(
    [
      ...['prompt', 'state', 'notifyHook', 'taskId', 'customId', 'action', 'content', 'title', 'tags', 'user', 'input'],
      ...['instructions', 'previous_response_id', 'conversation', 'safety_identifier', 'prompt_cache_key', 'query'],
      ...[
        'task_id',
        'image',
        'negative_prompt',
        'callback_url',
        'completion_window',
        'input_file_id',
        'endpoint',
        'id',
      ],
    ].map(name => [name, ZERO]),
  ),
  messages: [{ role: 'user', content: ZERO, name: ZERO }],
  contents: [{ role: 'user', parts: [{ text: ZERO }] }],
  metadata: { [ZERO]: ZERO },
  items: [{ type: 'message', role: 'user', id: ZERO, content: ZERO }],
  requests: [{ custom_id: ZERO, params: { model: ZERO } }],
}
/** These end the caller's session. */
const LEAVING = /logout|sessions|user\/self$/
const FAULT = /"code":"(internal|database_unavailable)"|Internal Server Error/

for (const { kind, open } of databases()) {
  describe(`a zero byte on ${kind}`, () => {
    let database: TestDatabase
    let desk: DrawingDesk
    beforeAll(async () => {
      database = await open()
      desk = await openDrawingDesk(database)
    })
    afterAll(async () => {
      await desk.close()
      await database.close()
    })

    const send = async (method: string, path: string, headers: Record<string, string>, body: unknown) => {
      const response = await fetch(desk.gateway.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      const text = response.headers.get('content-type')?.startsWith('text/event-stream') ? '' : await response.text()
      await response.body?.cancel().catch(() => undefined)
      return { path, isFault: response.status === 500 || FAULT.test(text) }
    }

    test('in any text of any console call causes no server error', async () => {
      const calls = endpoints.map(({ call }): Call => call).filter(({ path }) => !LEAVING.test(path))
      const namesIn = ({ body }: Call) => (body && 'shape' in body ? Object.keys(body.shape as object) : [])
      for (const call of calls) {
        const body = Object.fromEntries(namesIn(call).map(name => [name, ZERO]))
        const path = call.path.replace(/\{\w+\}/g, 'a%00b')
        const answered = await send(call.method, path, desk.gateway.headers, body)
        expect(answered).toEqual({ path, isFault: false })
      }
    })

    test('in any text of any relay call causes no server error', async () => {
      const user = await desk.makeUser()
      const { routes } = relayRoutes(
        desk.app.relay,
        () => '127.0.0.1',
        () => null,
      )
      const asked = Object.entries(routes).flatMap(([path, route]) =>
        Object.keys(typeof route === 'function' ? { POST: route } : route).map(method => ({ path, method })),
      )
      expect(asked.length).toBeGreaterThan(150)
      for (const { path, method } of asked.filter(({ method }) => method !== 'OPTIONS')) {
        const filled = path.replace(/:\w+|\*/g, 'a%00b')
        const answered = await send(method, filled, { authorization: `Bearer ${user.bearer}` }, BODY)
        expect(answered).toEqual({ path: filled, isFault: false })
      }
    }, 60_000)

    test('in a drawing’s prompt, state and callback is stored as a replacement character', async () => {
      await desk.gateway.setOption('MjNotifyEnabled', true)
      await desk.gateway.setOption('ServerAddress', desk.gateway.url)
      desk.proxy.answer()
      const user = await desk.makeUser()
      const hook = `${desk.gateway.url}/nowhere`
      const id = await desk.submit(user, '/submit/imagine', { prompt: ZERO, state: ZERO, notifyHook: hook })
      expect(await desk.rowOf(id)).toMatchObject({ prompt: STORED, state: STORED })
      const task = desk.proxy.last()
      expect(await desk.proxy.change(task, { status: 'IN_PROGRESS', progress: ZERO, description: ZERO })).toBe(200)
      expect(await desk.proxy.change(task, { ...desk.proxy.failed(ZERO), promptEn: ZERO })).toBe(200)
      expect(await desk.rowOf(id)).toMatchObject({ status: 'FAILURE', fail_reason: expect.stringContaining(STORED) })
      expect(await desk.books()).toMatchObject({ findings: [], held: 0 })
    })
  })
}
