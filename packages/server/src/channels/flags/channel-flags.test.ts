import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import type { ChannelFlag, LogOther } from '@tollgate/contract'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { answerJson, type ScriptedUpstream, startScriptedUpstream } from '../../../test/support/scripted-upstream.ts'
import { until } from '../../../test/support/until.ts'

let upstream: ScriptedUpstream
let gateway: TestGateway
let bearer: string
/** The model that the upstream says it served, and how many tokens it bills for an answer of about a hundred. */
let served: string
let billed: number
let billedInput = 10

const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(10)

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  upstream.answer = response =>
    answerJson(response, 200, {
      model: served,
      choices: [{ index: 0, message: { role: 'assistant', content: TEXT }, finish_reason: 'stop' }],
      usage: { prompt_tokens: billedInput, completion_tokens: billed },
    })
  gateway = await startGateway()
  await gateway.setOption('ModelRatio', '{"gpt-4o":1}')
  bearer = (await gateway.makeToken()).bearer
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const flagsNow = () => gateway.consoleCall<ChannelFlag[]>('GET', '/api/channel/flags')

async function call(content = 'Tell me of foxes'): Promise<Response> {
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] }),
  })
  await answer.text()
  return answer
}

test('a channel is flagged for another model and for drifting counts, until somebody has dealt with it', async () => {
  const { id } = await gateway.makeChannel({ base_url: upstream.url, models: 'gpt-4o' })
  served = 'gpt-4o-2024-08-06'
  billed = 100
  const answer = await call()
  const [row] = await gateway.logsOf(answer)
  const { counted } = (JSON.parse(row?.other ?? '{}') as LogOther).admin_info ?? {}
  expect(counted?.input).toBeGreaterThan(3)
  expect(Math.abs((counted?.output ?? 0) - 100)).toBeLessThan(30)
  for (let made = 0; made < 70; made++) await call()
  expect(await flagsNow()).toEqual([])

  served = 'gpt-4o-mini'
  billed = 400
  for (let made = 0; made < 130; made++) await call()
  const flags = await until(flagsNow, found => found.length === 2)
  const common = { channel_id: id, model: 'gpt-4o', since: expect.any(Number) }
  expect(flags).toContainEqual({ ...common, kind: 'other_model', served: 'gpt-4o-mini' })
  expect(flags).toContainEqual({ ...common, kind: 'output_counts', ratio: expect.any(Number), calls: 64 })
  expect(flags.find(({ ratio }) => ratio)?.ratio).toBeGreaterThan(2)

  await gateway.consoleCall('DELETE', `/api/channel/${id}/flags?kind=other_model&model=gpt-4o`)
  expect((await flagsNow()).map(({ kind }) => kind)).toEqual(['output_counts'])
  expect(gateway.consoleCall('DELETE', `/api/channel/${id}/flags?kind=other_model&model=gpt-4o`)).rejects.toThrow()
  await gateway.consoleCall('DELETE', `/api/channel/${id}`)
  expect(await flagsNow()).toEqual([])
})

test('of a call that was tried twice, the channel that answered is counted for and flagged', async () => {
  const failing = await startScriptedUpstream()
  let refusals = 0
  failing.answer = response => {
    refusals += 1
    answerJson(response, 500, { error: { message: 'No.' } })
  }
  await gateway.setOption('RetryTimes', 1)
  const { id } = await gateway.makeChannel({ base_url: upstream.url, models: 'gpt-4o' })
  served = 'gpt-4o'
  billed = 100
  // Long enough to compare its count.
  const question = TEXT.repeat(5)
  billedInput = 500
  for (let made = 0; made < 64; made++) await call(question)
  // From now on the input of one call in sixteen is counted, and not of this one.
  const random = spyOn(Math, 'random').mockReturnValue(0.5)
  await gateway.makeChannel({ base_url: failing.url, models: 'gpt-4o', priority: 5 })
  served = 'gpt-4o-mini'
  const answer = await call(question)
  random.mockRestore()
  expect([answer.status, refusals]).toEqual([200, 1])
  const [row] = await gateway.logsOf(answer)
  expect(JSON.parse(row?.other ?? '{}').admin_info.counted).toBeUndefined()
  expect(await until(flagsNow, found => found.length > 0)).toMatchObject([{ channel_id: id, kind: 'other_model' }])
  await failing.stop()
})
