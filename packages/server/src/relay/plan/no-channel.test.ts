import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'

let gateway: TestGateway
let bearer: string
beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  bearer = (await gateway.makeToken()).bearer
})
afterAll(() => gateway.stop())

const codeFor = async (model: string) => {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  return [response.status, (await response.json()).error.code]
}

test('a model with only disabled channels has no channel available; one that no channel lists does not exist', async () => {
  const { id } = await gateway.makeChannel({ base_url: 'http://127.0.0.1:9', models: 'asleep, also-asleep' })
  await gateway.consoleCall('PUT', '/api/channel/', { id, status: 2 })
  expect(await codeFor('asleep')).toEqual([503, 'no_channel'])
  expect(await codeFor('also-asleep')).toEqual([503, 'no_channel'])
  expect(await codeFor('nobodys')).toEqual([404, 'model_unknown'])
  await gateway.consoleCall('DELETE', `/api/channel/${id}`)
  expect(await codeFor('asleep')).toEqual([404, 'model_unknown'])
})
