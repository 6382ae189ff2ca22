import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { User } from '@tollgate/contract'
import { type EvilUpstream, startEvilUpstream } from '../../../test/support/evil-upstream.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'

let upstream: EvilUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  upstream = await startEvilUpstream()
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'good' })
  await gateway.setOption('ModelRatio', '{"good":1}')
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const say = (content: string, path = '/v1/chat/completions') =>
  fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: `{"model":"good","max_tokens":5,"messages":[{"role":"user","content":"${content}"}]}`,
  })

describe('a prompt with a sensitive word', () => {
  test('is refused before anything is reserved or sent', async () => {
    const { quota } = await gateway.consoleCall<User>('GET', '/api/user/self')
    const refused = await say('this is a Test_Sensitive prompt')
    expect([refused.status, (await refused.json()).error.code]).toEqual([400, 'sensitive_words_detected'])
    expect((await gateway.consoleCall<User>('GET', '/api/user/self')).quota).toBe(quota)
    expect(upstream.requests).toEqual([])
  })

  test('is refused in the client’s dialect', async () => {
    const refused = await say('test_sensitive', '/v1/messages')
    expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
  })

  test('is found however it is escaped', async () => {
    expect((await say('\\u0074est_\\u0073ensitive')).status).toBe(400)
  })

  test('passes once the operator removes the word, or turns the filter off', async () => {
    await gateway.setOption('SensitiveWords', '禁词')
    expect([(await say('test_sensitive')).status, (await say('一个禁词')).status]).toEqual([200, 400])
    await gateway.setOption('CheckSensitiveOnPromptEnabled', false)
    expect((await say('一个禁词')).status).toBe(200)
  })
})
