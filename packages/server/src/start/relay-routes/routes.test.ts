import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Token } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import type { StatefulDeps } from '../../stateful/stateful-deps.ts'
import { relayRoutes } from './routes.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/** The relay's routes in the listener's own table. Nothing is called. */
const noDeps = { options: { get: () => [] } } as unknown as StatefulDeps
const { routes } = relayRoutes(
  noDeps,
  () => '',
  () => null,
)
const paths = Object.keys(routes)

let gateway: TestGateway
let token: Token & { bearer: string }
beforeAll(async () => {
  gateway = await startGateway()
  await gateway.makeChannel({ models: 'test-model' })
  token = await gateway.makeToken({ unlimited_quota: false, remain_quota: 0 })
})
afterAll(() => gateway.stop())

/** Statuses by path and method. */
async function statuses(headers: Record<string, string>): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const path of paths) {
    const ask = async (method: string) => {
      const body = method === 'GET' ? null : '{"model":"test-model","messages":[]}'
      const answer = await fetch(gateway.url + path.replace('*', 'anything').replace(/:\w+/g, 'anything'), {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body,
      })
      await answer.arrayBuffer()
      return answer.status
    }
    found[path] = (await Promise.all(METHODS.map(ask))).join(' ')
  }
  return found
}

describe('the table of the relay’s routes', () => {
  test('has these paths and no other, and serves nobody without a token', async () => {
    const served = await statuses({})
    expect(served).toMatchInlineSnapshot(`
      {
        "/:mode/mj/insight-face/swap": "405 401 405 405 405",
        "/:mode/mj/submit/:action": "405 401 405 405 405",
        "/:mode/mj/task/:id/fetch": "401 405 405 405 405",
        "/:mode/mj/task/:id/image-seed": "401 405 405 405 405",
        "/:mode/mj/task/list-by-condition": "405 401 405 405 405",
        "/api/hello": "200 404 404 404 404",
        "/api/log/token": "401 404 404 404 404",
        "/api/log/token/": "401 404 404 404 404",
        "/api/usage/token": "401 404 404 404 404",
        "/api/usage/token/": "401 404 404 404 404",
        "/dashboard/billing/subscription": "401 404 404 404 404",
        "/dashboard/billing/usage": "401 404 404 404 404",
        "/jimeng": "405 401 405 405 405",
        "/jimeng/": "405 401 405 405 405",
        "/kling/v1/videos/image2video": "405 401 405 405 405",
        "/kling/v1/videos/image2video/:id": "401 405 405 405 405",
        "/kling/v1/videos/text2video": "405 401 405 405 405",
        "/kling/v1/videos/text2video/:id": "401 405 405 405 405",
        "/mirror/*": "204 204 204 204 204",
        "/mj/image/:id": "404 404 404 404 404",
        "/mj/insight-face/swap": "405 401 405 405 405",
        "/mj/notify/:id": "404 404 404 404 404",
        "/mj/submit/:action": "405 401 405 405 405",
        "/mj/task/:id/fetch": "401 405 405 405 405",
        "/mj/task/:id/image-seed": "401 405 405 405 405",
        "/mj/task/list-by-condition": "405 401 405 405 405",
        "/openai/deployments/:deployment/audio/speech": "404 401 404 404 404",
        "/openai/deployments/:deployment/audio/transcriptions": "404 401 404 404 404",
        "/openai/deployments/:deployment/audio/translations": "404 401 404 404 404",
        "/openai/deployments/:deployment/chat/completions": "404 401 404 404 404",
        "/openai/deployments/:deployment/completions": "404 401 404 404 404",
        "/openai/deployments/:deployment/embeddings": "404 401 404 404 404",
        "/openai/deployments/:deployment/images/edits": "404 401 404 404 404",
        "/openai/deployments/:deployment/images/generations": "404 401 404 404 404",
        "/openai/deployments/:deployment/moderations": "404 401 404 404 404",
        "/openai/deployments/:deployment/responses/input_tokens": "404 401 404 404 404",
        "/pg/chat/completions": "405 401 404 404 404",
        "/pg/v1/chat/completions": "405 401 404 404 404",
        "/pg/v1/messages": "405 401 404 404 404",
        "/pg/v1/responses": "405 401 404 404 404",
        "/pg/v1beta/models/*": "405 404 404 404 404",
        "/suno/fetch": "405 401 405 405 405",
        "/suno/fetch/:id": "401 405 405 405 405",
        "/suno/submit/:action": "405 401 405 405 405",
        "/v1/*": "404 404 404 404 404",
        "/v1/audio/speech": "405 401 405 405 405",
        "/v1/audio/transcriptions": "405 401 405 405 405",
        "/v1/audio/translations": "405 401 405 405 405",
        "/v1/batches": "401 401 405 405 405",
        "/v1/batches/:id": "401 405 405 405 405",
        "/v1/batches/:id/cancel": "405 401 405 405 405",
        "/v1/chat/completions": "405 401 405 405 405",
        "/v1/completions": "405 401 405 405 405",
        "/v1/conversations": "401 401 401 401 401",
        "/v1/conversations/*": "401 401 401 401 401",
        "/v1/dashboard/billing/subscription": "401 404 404 404 404",
        "/v1/dashboard/billing/usage": "401 404 404 404 404",
        "/v1/embeddings": "405 401 405 405 405",
        "/v1/files": "401 401 405 405 405",
        "/v1/files/:id": "401 405 405 401 405",
        "/v1/files/:id/content": "401 405 405 405 405",
        "/v1/fine-tunes": "501 501 501 501 501",
        "/v1/fine-tunes/*": "501 501 501 501 501",
        "/v1/images/edits": "405 401 405 405 405",
        "/v1/images/generations": "405 401 405 405 405",
        "/v1/images/variations": "501 501 501 501 501",
        "/v1/keys": "401 401 405 401 405",
        "/v1/keys/:id": "405 405 405 401 405",
        "/v1/messages": "405 401 405 405 405",
        "/v1/messages/batches": "401 401 405 405 405",
        "/v1/messages/batches/:id": "401 405 405 401 405",
        "/v1/messages/batches/:id/cancel": "405 401 405 405 405",
        "/v1/messages/batches/:id/results": "401 405 405 405 405",
        "/v1/messages/count_tokens": "405 401 405 405 405",
        "/v1/models": "401 404 404 404 404",
        "/v1/models/*": "401 404 404 501 404",
        "/v1/moderations": "405 401 405 405 405",
        "/v1/quote": "405 401 405 405 405",
        "/v1/realtime": "426 405 404 404 404",
        "/v1/rerank": "405 401 405 405 405",
        "/v1/responses": "426 401 405 405 405",
        "/v1/responses/*": "401 401 401 401 401",
        "/v1/responses/compact": "405 401 401 401 401",
        "/v1/responses/input_tokens": "405 401 405 405 405",
        "/v1/video/generations": "405 401 405 405 405",
        "/v1/video/generations/:id": "401 405 405 405 405",
        "/v1/videos": "401 401 405 405 405",
        "/v1/videos/:id": "401 405 405 401 405",
        "/v1/videos/:id/content": "401 405 405 405 405",
        "/v1/videos/:id/remix": "405 401 405 405 405",
        "/v1beta/*": "404 404 404 404 404",
        "/v1beta/interactions": "405 401 405 405 405",
        "/v1beta/interactions/*": "401 401 401 401 401",
        "/v1beta/models": "401 404 404 404 404",
        "/v1beta/models/*": "401 404 404 404 404",
      }
    `)
  })

  test.each<[string, () => Record<string, string>]>([
    ['a wrong token', () => ({ authorization: 'Bearer sk-wrong' })],
    ['a session of the console', () => gateway.headers],
    ['a key in the address of another dialect', () => ({ 'x-goog-api-key': 'sk-wrong', 'x-api-key': 'sk-wrong' })],
  ])('serves %s no better', async (_, headers) => {
    const [served, usual] = [await statuses(headers()), await statuses({})]
    // The playground is for sessions; its own tests cover it.
    const others = Object.keys(usual).filter(path => !path.startsWith('/pg/'))
    for (const path of others) expect([path, served[path]]).toEqual([path, usual[path]])
  })

  test('lets no token into the console', async () => {
    const ask = (path: string, headers: Record<string, string>) => fetch(gateway.url + path, { headers })
    const id = gateway.headers['New-Api-User'] ?? ''
    for (const path of ['/api/user/self', '/api/token/', '/api/option/', '/api/log/'])
      expect((await ask(path, { authorization: `Bearer ${token.bearer}`, 'New-Api-User': id })).status).toBe(401)
  })
})
