import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'

/** An upstream that answers after a second connection attempt. */
const waiting: ServerResponse[] = []
let connections = 0
const upstream = createServer((_request, response) => void waiting.push(response)).on('connection', () => {
  connections++
  if (connections < 2) return
  for (const response of waiting) {
    response.setHeader('content-type', 'application/json')
    response.end('{"choices":[{"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}')
  }
})

let gateway: TestGateway
beforeAll(async () => {
  await new Promise<void>(resolve => upstream.listen(0, '::1', resolve))
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  await gateway.setOption('RetryTimes', 0)
  await gateway.setOption('relay_setting.connect_timeout_seconds', 2)
  await gateway.makeChannel({ base_url: `http://[::1]:${(upstream.address() as AddressInfo).port}` })
})
afterAll(async () => {
  await gateway.stop()
  upstream.closeAllConnections()
  upstream.close()
})

test('a slow upstream at an IPv6 address is not mistaken for an unreachable one', async () => {
  const { bearer } = await gateway.makeToken()
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  expect([response.status, connections]).toEqual([200, 2])
})
