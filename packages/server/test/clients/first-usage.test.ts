import { afterAll, beforeAll, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import {
  type ConversingUpstream,
  type SpokenDialectName,
  spokenDialects,
  startConversingUpstream,
} from '../support/conversing-upstream/index.ts'
import { QUESTION, TOKENS } from '../support/conversing-upstream/script.ts'
import { startGateway, type TestGateway } from '../support/gateway.ts'

const names = Object.keys(spokenDialects) as SpokenDialectName[] // the table's own keys
const upstreams = {} as Record<SpokenDialectName, ConversingUpstream> // filled before any test
let gateway: TestGateway
let client: Anthropic

beforeAll(async () => {
  gateway = await startGateway()
  await gateway.setOption('SelfUseModeEnabled', true)
  for (const name of names) {
    upstreams[name] = startConversingUpstream(spokenDialects[name])
    await gateway.makeChannel(upstreams[name].channel)
  }
  const { bearer } = await gateway.makeToken()
  client = new Anthropic({ baseURL: gateway.url, apiKey: bearer, maxRetries: 0 })
})

afterAll(async () => {
  await gateway.stop()
  for (const name of names) await upstreams[name].stop()
})

/** LangChain reads the input tokens only from the first event. */
test.each(names)(
  'a Messages stream reports its input first and corrects it last, whenever %s reports it',
  async name => {
    const stream = client.messages.stream({
      model: upstreams[name].model,
      max_tokens: 4096,
      messages: [{ role: 'user', content: QUESTION }],
    })
    let [first, last, firstOutput] = [0, 0, -1]
    stream.on('streamEvent', event => {
      if (event.type === 'message_start') {
        first = event.message.usage.input_tokens
        firstOutput = event.message.usage.output_tokens
      }
      if (event.type === 'message_delta') last = event.usage.input_tokens ?? 0
    })
    const { usage } = await stream.finalMessage()
    expect(first).toBeGreaterThan(0)
    if (name !== 'anthropic-messages') expect(firstOutput).toBe(0)
    expect(usage.output_tokens).toBe(TOKENS.output)
    // Anthropic's own stream passes unchanged and reports it only at the start.
    if (name === 'anthropic-messages') expect(first).toBe(TOKENS.input)
    else expect(last).toBe(TOKENS.input)
    expect(usage.input_tokens).toBe(TOKENS.input)
  },
)
