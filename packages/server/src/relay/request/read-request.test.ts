import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream } from '../../../test/support/wire-upstream.ts'

/** Clients know OpenAI's code for a missing previous response, and then send the whole conversation. */

const upstream = startWireUpstream(() => new Response(null, { status: 500 }))
let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.makeChannel({ type: 14, base_url: upstream.url, models: 'claude-sonnet-4-5' })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

test.each([true, false])(
  'an unknown previous response is reported with its code; responses stored: %p',
  async isStored => {
    await gateway.setOption('stored_responses.enabled', isStored)
    const { bearer } = await gateway.makeToken()
    const response = await fetch(`${gateway.url}/v1/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ model: 'claude-sonnet-4-5', input: 'Hi', previous_response_id: 'resp_elsewhere' }),
    })
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect(error.code).toBe('previous_response_not_found')
    expect(error.message).toContain('resp_elsewhere')
    expect(upstream.requests).toEqual([])
  },
)
