import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DOORS, type Json, makeDoorChannels, readsMuch } from '../../../test/support/doors.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const CAP = 20_000

let upstream: WireUpstream
let gateway: TestGateway

beforeAll(async () => {
  upstream = startWireUpstream(readsMuch)
  gateway = await startGateway()
  await makeDoorChannels(gateway, upstream.url)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function connect() {
  const { bearer } = await gateway.makeToken({ unlimited_quota: false, remain_quota: CAP })
  const client = openRealtime(`${gateway.url}/v1/responses`, bearer)
  await new Promise(resolve => client.socket.addEventListener('open', resolve))
  return client
}

const doors = DOORS.flatMap(([path, model, body]): [string, Json][] =>
  path === '/v1/responses' && typeof body !== 'string' ? [[model, body]] : [],
)

describe('a small wallet cannot ask by a socket for what costs more', () => {
  test.each([...doors, ['responses', { input: 'Hello', previous_response_id: 'resp_of_the_host' }] as [string, Json]])(
    'of %s: %j',
    async (model, body) => {
      const client = await connect()
      client.say({ type: 'response.create', model, max_output_tokens: 50, ...body })
      expect(await client.hears('error')).toMatchObject({ status: 403 })
      expect(upstream.requests).toEqual([])
      client.socket.close()
    },
  )

  test.each(doors.filter(([, { input }]) => Array.isArray(input)))(
    'of %s, after a warm-up that costs nothing: %j',
    async (model, body) => {
      const client = await connect()
      client.say({ type: 'response.create', generate: false, model, ...body })
      const { response } = await client.hears('response.completed')
      const { id } = response as { id: string }
      client.say({ type: 'response.create', model, max_output_tokens: 50, previous_response_id: id, input: 'Go on' })
      expect(await client.hears('error')).toMatchObject({ status: 403 })
      expect(upstream.requests).toEqual([])
      client.socket.close()
    },
  )
})
