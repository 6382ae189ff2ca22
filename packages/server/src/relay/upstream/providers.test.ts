import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { anthropicClient } from '../../../test/clients/anthropic.ts'
import { openAiChatClient } from '../../../test/clients/openai-chat.ts'
import { type ConversingUpstream, startConversingUpstream } from '../../../test/support/conversing-upstream/index.ts'
import { RESULTS, STEPS } from '../../../test/support/conversing-upstream/script.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { providerLines, SAID } from '../../../test/support/provider-lines.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

/** Gives Google's service accounts their access tokens. */
const google = startWireUpstream({ '/token': () => ({ access_token: 'ya29.access', expires_in: 3600 }) })
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await google.stop()
})

const clients = [
  { client: openAiChatClient, endpoint: '/v1/chat/completions' },
  { client: anthropicClient, endpoint: '/v1/messages' },
]
const manners = clients.flatMap(each => ['whole', 'streamed'].map(manner => ({ ...each, manner })))

describe.each(providerLines)('$name', line => {
  const { type, model, speaks, key, other = '', base = '', path, streamPath = path, proof, error, from } = line
  const channelTo = (url: string) => ({
    type,
    base_url: url + base,
    models: model,
    other,
    key: typeof key === 'function' ? key(`${google.url}/token`) : (key ?? 'upstream-key'),
  })
  const isFrom = ({ endpoint }: { endpoint: string }) => from === undefined || endpoint === from
  let upstream: ConversingUpstream
  let channelId: number

  beforeAll(async () => {
    upstream = startConversingUpstream(speaks)
    channelId = (await gateway.makeChannel(channelTo(upstream.url))).id
  })
  afterAll(async () => {
    await gateway.consoleCall('DELETE', `/api/channel/${channelId}`)
    await upstream.stop()
  })

  test.each(manners.filter(isFrom))(
    'is called at its own address with its credentials: $endpoint, $manner',
    async how => {
      upstream.requests.length = 0
      const conversation = how.client.begin({ url: gateway.url, bearer }, how.manner === 'streamed')
      const heard = [
        await conversation.send(model),
        await conversation.send(model, RESULTS[0]),
        await conversation.send(model, RESULTS[1]),
      ]
      expect(heard).toMatchObject(STEPS.map(step => ({ ...step, calls: [...step.calls] })))
      const asked = how.manner === 'streamed' ? streamPath : path
      expect(upstream.requests.map(request => request.path)).toEqual([asked, asked, asked])
      const [name, value] = proof
      for (const { headers } of upstream.requests) expect(headers.get(name) ?? '').toMatch(value)
    },
  )

  test.each(clients.filter(isFrom))('passes its error on: $endpoint', async ({ endpoint }) => {
    const refusing = startWireUpstream(() => Response.json(error, { status: 400 }))
    const renamed = { models: `${model} refused`, model_mapping: JSON.stringify({ [`${model} refused`]: model }) }
    const { id } = await gateway.makeChannel({ ...channelTo(refusing.url), ...renamed })
    for (const stream of [false, true]) {
      const response = await fetch(gateway.url + endpoint, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: JSON.stringify({
          model: renamed.models,
          stream,
          max_tokens: 9,
          messages: [{ role: 'user', content: 'Hi' }],
        }),
      })
      const told = await response.json()
      expect([response.status, told.error.message]).toEqual([400, expect.stringContaining(SAID)])
      expect(told.type).toBe(endpoint === '/v1/messages' ? 'error' : undefined)
    }
    await gateway.consoleCall('DELETE', `/api/channel/${id}`)
    await refusing.stop()
  })
})
