import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts'
import { longStepsDuring } from '../../../../test/support/long-steps.ts'
import { startWireUpstream, type WireUpstream } from '../../../../test/support/wire-upstream.ts'

let upstream: WireUpstream
let gateway: TestGateway
let bearer: string

beforeAll(async () => {
  upstream = startWireUpstream(() => ({ id: 'c', choices: [{ index: 0, message: {}, finish_reason: 'stop' }] }))
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'm' })
  await gateway.makeChannel({ base_url: upstream.url, models: 'claude', type: 14 })
  // a host without Responses
  await gateway.makeChannel({ base_url: upstream.url, models: 'plain', type: 43 })
  await gateway.setOption('ModelRatio', JSON.stringify({ m: 1, claude: 1, plain: 1 }))
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const MIB = 1024 * 1024
const words = (bytes: number): string => 'to and fro '.repeat(bytes / 11)
const strings = (bytes: number): string => `[${`"${words(60_000)}",`.repeat(bytes / 60_000)}""]`

test.each<[path: string, body: string]>([
  ['/v1/chat/completions', `{"model":"m","messages":[{"role":"user","content":"${words(6 * MIB)}"}]}`],
  ['/v1/chat/completions', `{"model":"m","messages":[{"role":"user","content":"Hello"}],"x":${strings(6 * MIB)}}`],
  ['/v1/chat/completions', `{"model":"m","messages":[${' '.repeat(6 * MIB)}{"role":"user","content":"Hello"}]}`],
  ['/v1/responses', `{"model":"m","store":false,"input":"${words(6 * MIB)}"}`],
  ['/v1/responses', `{"model":"m","store":false,"input":${strings(6 * MIB)}}`],
  ['/v1/messages', `{"model":"claude","max_tokens":9,"messages":[{"role":"user","content":"${words(6 * MIB)}"}]}`],
  // converted, patched, counted, stored and compacted
  ['/v1/messages', `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"${words(6 * MIB)}"}]}`],
  ['/v1/messages', `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"${'\\n'.repeat(3 * MIB)}"}]}`],
  ['/v1beta/models/m:generateContent', `{"contents":[{"role":"user","parts":[{"text":"${words(6 * MIB)}"}]}]}`],
  ['/v1beta/interactions', `{"model":"m","store":true,"input":[{"type":"text","text":"${words(6 * MIB)}"}]}`],
  ['/v1/chat/completions', `{"model":"m","stream":true,"messages":[{"role":"user","content":"${words(6 * MIB)}"}]}`],
  ['/openai/deployments/m/chat/completions', `{"messages":[{"role":"user","content":"${words(6 * MIB)}"}]}`],
  ['/v1/completions', `{"model":"m","max_tokens":9,"prompt":["${words(6 * MIB)}"]}`],
  ['/v1/responses', `{"model":"plain","store":true,"input":[{"role":"user","content":"${words(6 * MIB)}"}]}`],
  ['/v1/responses/compact', `{"model":"m","input":[{"role":"user","content":"${words(6 * MIB)}"}]}`],
  ['/v1/embeddings', `{"model":"m","input":${strings(6 * MIB)}}`],
  ['/v1/audio/speech', `{"model":"m","voice":"alloy","input":"${words(6 * MIB)}"}`],
  ['/v1/rerank', `{"model":"m","query":"${words(6 * MIB)}","documents":["a"]}`],
  ['/v1/moderations', `{"model":"m","input":"${words(6 * MIB)}"}`],
])('the thread of the calls takes no step over more than a piece of a large body: %s', async (path, body) => {
  const sent = new Blob([body])
  const asked = upstream.requests.length
  const steps = await longStepsDuring(MIB, async () => {
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: sent,
    })
    await response.arrayBuffer()
  })
  expect(steps).toEqual([])
  expect(upstream.requests.length).toBe(asked + 1)
})
