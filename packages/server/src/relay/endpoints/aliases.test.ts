import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { LogOther, PricedModel } from '@tollgate/contract'
import OpenAI from 'openai'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { startWireUpstream, type WireUpstream } from '../../../test/support/wire-upstream.ts'

const SAID = {
  served: {
    aliases: ['short', 'other-model-name'],
    description: 'Kept in the house.',
    abilities: { chat: true, vision: false },
    maker: 'Us',
  },
}

let upstream: WireUpstream
let gateway: TestGateway
/** The names that went up. */
let asked: string[] = []

beforeAll(async () => {
  upstream = startWireUpstream({
    '/v1/chat/completions': ({ body }) => {
      const { model } = JSON.parse(body)
      asked.push(model)
      const message = { role: 'assistant', content: 'yes' }
      return {
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model,
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
      }
    },
  })
  gateway = await startGateway()
  await gateway.makeChannel({ base_url: upstream.url, models: 'served,another' })
  await gateway.setOption('ModelRatio', '{"served":5,"another":1}')
  await gateway.setOption('relay_setting.context_windows', '{"served":64000}')
})
beforeEach(async () => {
  asked = []
  await gateway.setOption('ModelMetadata', JSON.stringify(SAID))
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const call = (bearer: string, model: string) =>
  fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
  })

async function rowOf(answer: Response) {
  expect(answer.status).toBe(200)
  await answer.text()
  const [row] = await gateway.logsOf(answer)
  if (!row) throw new Error('the call has no row')
  return { ...row, told: JSON.parse(String(row.other)) as LogOther }
}

describe('a call by an alias', () => {
  test('goes up by its model’s name, costs what the model costs, and has both names in its row', async () => {
    const { bearer } = await gateway.makeToken()
    const own = await rowOf(await call(bearer, 'served'))
    const alias = await rowOf(await call(bearer, 'short'))
    expect(asked).toEqual(['served', 'served'])
    expect(alias.quota).toBe(own.quota)
    expect(alias.quota).toBeGreaterThan(0)
    expect(alias.model_name).toBe('short')
    expect(alias.told).toMatchObject({ is_model_mapped: true, upstream_model_name: 'served' })
    expect(own.told.is_model_mapped).toBeUndefined()
  })

  test.each([
    ['served', 'short', 200],
    ['short', 'served', 200],
    ['short', 'other-model-name', 200],
    ['another', 'short', 403],
    ['short', 'another', 403],
  ])('by a token limited to %s of %s answers %d', async (model_limits, model, status) => {
    const { bearer } = await gateway.makeToken({ model_limits_enabled: true, model_limits })
    expect((await call(bearer, model)).status).toBe(status)
  })

  test('is one of an unknown model once the alias is gone', async () => {
    const { bearer } = await gateway.makeToken()
    expect((await call(bearer, 'short')).status).toBe(200)
    await gateway.setOption('ModelMetadata', '{}')
    expect((await call(bearer, 'short')).status).toBe(404)
  })

  test('is one of a real model of that name where a channel lists one, until it no longer does', async () => {
    const { bearer } = await gateway.makeToken()
    await gateway.setOption('ModelRatio', '{"served":5,"another":1,"other-model-name":1}')
    const { id } = await gateway.makeChannel({ base_url: upstream.url, models: 'other-model-name' })
    const real = await rowOf(await call(bearer, 'other-model-name'))
    expect(asked).toEqual(['other-model-name'])
    await gateway.consoleCall('DELETE', `/api/channel/${id}`)
    const alias = await rowOf(await call(bearer, 'other-model-name'))
    expect(asked).toEqual(['other-model-name', 'served'])
    expect(alias.quota).toBe(real.quota * 5)
  })

  test('is counted with its model on the page of models and prices', async () => {
    const { bearer } = await gateway.makeToken()
    await rowOf(await call(bearer, 'short'))
    const models = await gateway.consoleCall<{ model: string }[]>('GET', '/api/model-prices/')
    expect(models.map(({ model }) => model)).not.toContain('short')
  })
})

describe('what the operator says of a model', () => {
  test('is in the list of OpenAI’s format, which its library goes on reading', async () => {
    const { bearer } = await gateway.makeToken()
    const openai = new OpenAI({ apiKey: bearer, baseURL: `${gateway.url}/v1`, maxRetries: 0 })
    const { data } = await openai.models.list()
    expect(data.map(({ id }) => id)).toEqual(['another', 'served'])
    expect(data[1]).toEqual({
      id: 'served',
      object: 'model',
      created: 1_626_777_600,
      owned_by: 'tollgate',
      maker: 'Us',
      description: 'Kept in the house.',
      context_window: 64_000,
      context_length: 64_000,
      capabilities: ['chat'],
      aliases: SAID.served.aliases,
    } as never)
    expect(await openai.models.retrieve('short')).toEqual(data[1] as never)
  })

  test('is in those of Anthropic and Gemini by their own words', async () => {
    const { bearer } = await gateway.makeToken()
    const read = async (path: string, headers: Record<string, string>) =>
      (await (await fetch(gateway.url + path, { headers })).json()) as Record<string, unknown>
    expect(await read('/v1/models/served', { 'x-api-key': bearer, 'anthropic-version': '2023-06-01' })).toMatchObject({
      type: 'model',
      id: 'served',
      display_name: 'served',
      max_input_tokens: 64_000,
    })
    expect(await read('/v1beta/models/served', { 'x-goog-api-key': bearer })).toMatchObject({
      name: 'models/served',
      displayName: 'served',
      description: 'Kept in the house.',
      inputTokenLimit: 64_000,
    })
  })

  test('is in the public price list', async () => {
    const models = await gateway.consoleCall<PricedModel[]>('GET', '/api/pricing')
    expect(models.find(({ model_name }) => model_name === 'served')).toMatchObject({
      aliases: SAID.served.aliases,
      description: 'Kept in the house.',
      context_window: 64_000,
      abilities: { chat: true, vision: false },
      maker: 'Us',
    })
  })
})
