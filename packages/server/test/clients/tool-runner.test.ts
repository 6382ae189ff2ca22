import { afterAll, beforeAll, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import {
  type ConversingUpstream,
  type SpokenDialectName,
  spokenDialects,
  startConversingUpstream,
} from '../support/conversing-upstream/index.ts'
import { QUESTION, RESULTS, STEPS, TOOL } from '../support/conversing-upstream/script.ts'
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

const BY_CITY: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  STEPS.flatMap(({ calls }) => calls).map(({ args }, at) => [args.city, RESULTS.flat()[at]]),
)

const foreign = names.filter(name => name !== 'anthropic-messages')

test.each(foreign)('the SDK’s tool runner finishes without a thread at %s', async name => {
  const runner = client.beta.messages.toolRunner({
    model: upstreams[name].model,
    max_tokens: 4096,
    messages: [{ role: 'user', content: QUESTION }],
    tools: [
      betaTool({
        name: TOOL.name,
        description: TOOL.description,
        inputSchema: { ...TOOL.parameters, required: ['city'] },
        run: ({ city }: { city: string }) => BY_CITY[city] ?? '',
      }),
    ],
  })
  const answer = await runner
  expect(answer.content.at(-1)).toMatchObject({ type: 'text', text: STEPS[2].text })
  expect(upstreams[name].requests).toHaveLength(STEPS.length)
  expect(upstreams[name].requests.some(({ body }) => body.includes('previous_message_id'))).toBe(false)
})

test('a thread passes unchanged to Anthropic, and is refused elsewhere with an error the SDK knows', async () => {
  const thread = { type: 'continue', previous_message_id: 'msg_1' } as const
  const ask = (name: SpokenDialectName) =>
    client.beta.messages.create({
      model: upstreams[name].model,
      max_tokens: 16,
      messages: [{ role: 'user', content: QUESTION }],
      thread,
    })
  await ask('anthropic-messages')
  expect(JSON.parse(upstreams['anthropic-messages'].requests.at(-1)?.body ?? '')).toMatchObject({ thread })
  const refused = await ask('gemini').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Anthropic.BadRequestError)
  expect(refused).toMatchObject({ error: { error: { details: { error_code: 'thread_unsupported_request' } } } })
})
