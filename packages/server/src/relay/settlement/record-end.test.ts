import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { LogOther } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'
import { buildAppContext, type RunningApp } from '../../start/build-app-context.ts'

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string
let app: RunningApp

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  upstream.answer = response => answerJson(response, 400, { error: { message: 'No.' } })
  gateway = await startGateway(undefined, async environment => {
    app = await buildAppContext(environment)
    return app
  })
  const mapped = { base_url: upstream.url, model_mapping: JSON.stringify({ claude: 'claude-sonnet-4-5' }) }
  await gateway.makeChannel({ ...mapped, type: 14, models: 'claude' })
  await gateway.makeChannel({ type: 1, base_url: upstream.url, models: 'gpt-5,gpt-5-low' })
  await gateway.setOption('SelfUseModeEnabled', true)
  bearer = (await gateway.makeToken()).bearer
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** The `other` column of a failed call's log row. */
async function otherOf(path: string, body: object): Promise<LogOther> {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })
  const [row] = await until(
    () => gateway.logsOf(response),
    found => found.length > 0,
  )
  return JSON.parse(row?.other ?? '')
}

const messages = [{ role: 'user', content: 'Hi' }]

test('the row of a failed converted call lists what could not be converted', async () => {
  expect(await otherOf('/v1/chat/completions', { model: 'claude', messages, seed: 7 })).toMatchObject({
    status_code: 400,
    is_model_mapped: true,
    upstream_model_name: 'claude-sonnet-4-5',
    losses: ['seed: Messages does not support it'],
  })
})

test('a failed call holds nothing afterwards', async () => {
  await otherOf('/v1/chat/completions', { model: 'gpt-5', messages })
  expect(
    await until(
      async () => [...app.ledger.holds()],
      holds => holds.length === 0,
    ),
  ).toEqual([])
})

test.each([
  ['the model’s name', '/v1/chat/completions', { model: 'gpt-5-low', messages }],
  ['Chat', '/v1/chat/completions', { model: 'gpt-5', messages, reasoning_effort: 'low' }],
  ['Responses', '/v1/responses', { model: 'gpt-5', input: 'Hi', reasoning: { effort: 'low' } }],
  ['Messages', '/v1/messages', { model: 'gpt-5', max_tokens: 9, messages, output_config: { effort: 'low' } }],
])('how hard to think, in the words of %s, is in the row', async (_, path, body) => {
  expect((await otherOf(path, body)).reasoning_effort).toBe('low')
})
