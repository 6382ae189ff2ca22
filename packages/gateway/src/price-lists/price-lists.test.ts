import { describe, expect, test } from 'bun:test'
import { reasonMessage } from '@tollgate/contract'
import { namesInList, priceListAddresses, readPriceList } from './index.ts'

const read = (body: unknown) => readPriceList(body, model => (model === 'known' ? 4 : undefined))
const pricesIn = (body: unknown) => {
  const list = read(body)
  if ('reason' in list) throw new Error(reasonMessage(list.reason, 'en'))
  return Object.fromEntries(list.prices.map(({ model, document }) => [model, document]))
}
const pricing = (...data: object[]) => ({ success: true, data })
const router = (pricing: object, id = 'maker/model') => ({ data: [{ id, pricing }] })

describe('a price list', () => {
  test('of this family is read from its ratios, prices per call and prices of long prompts', () => {
    const long = { above: 200_000, model_ratio: 3, completion_ratio: 3.75, cache_ratio: 0.1 }
    const tokens = { quota_type: 0, model_ratio: 1.5, completion_ratio: 5 }
    const body = pricing(
      { ...tokens, model_name: 'plain', cache_ratio: 0.1, create_cache_ratio: 1.25 },
      { ...tokens, model_name: 'long', long_input: long },
      { ...tokens, model_name: 'loud', audio_ratio: 8, audio_completion_ratio: 2 },
      { model_name: 'drawn', quota_type: 1, model_price: 0.04, model_ratio: 0 },
      { model_name: 'without', is_priced: false, quota_type: 0, model_ratio: 37.5 },
    )
    expect(pricesIn(body)).toEqual({
      plain: { tokens: { input: 3, output: 15, cache_read: 0.3, cache_write_5m: 3.75 } },
      long: {
        tokens: { input: 3, output: 15 },
        tiers: [{ above: 200_000, input: 6, output: 22.5, cache_read: 0.6 }],
      },
      loud: { tokens: { input: 3, output: 15, audio_input: 24, audio_output: 48 } },
      drawn: { call: 0.04 },
    })
  })

  test('of ratio tables uses the usual output ratio if it has none, and refuses a model without either', () => {
    const data = {
      model_ratio: { told: 1, known: 1, unknown: 1 },
      completion_ratio: { told: 3 },
      cache_ratio: { told: 0.5, other: 0.5 },
      model_price: { drawn: 0.1 },
    }
    expect(pricesIn({ success: true, data })).toEqual({
      told: { tokens: { input: 2, output: 6, cache_read: 1 } },
      known: { tokens: { input: 2, output: 8 } },
      drawn: { call: 0.1 },
    })
    const list = read({ success: true, data })
    const reasons = 'refused' in list ? list.refused.map(({ reason }) => reasonMessage(reason, 'en')) : []
    expect(reasons).toEqual(['unknown.completion_ratio: is required'])
  })

  test('of OpenRouter is read from dollars per token, request and search', () => {
    const zero = { request: '0', image: '0', input_cache_read: '0', audio: '0' }
    expect(pricesIn(router({ prompt: '0.000003', completion: '0.000015', ...zero }))).toEqual({
      'maker/model': { tokens: { input: 3, output: 15 } },
    })
    const more = { request: '0.005', web_search: '0.01', input_cache_read: '0.0000003', internal_reasoning: '0.00002' }
    expect(pricesIn(router({ prompt: '0.000003', completion: '0.000015', ...more }))).toEqual({
      'maker/model': { tokens: { input: 3, output: 20, cache_read: 0.3 }, call: 0.005, tools: { web_search: 10 } },
    })
    const auto = { id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } }
    const { data } = router({ prompt: '0.1', completion: '0.1' })
    expect(pricesIn({ data: [auto, ...data] })).toEqual({ 'maker/model': { tokens: { input: 1e5, output: 1e5 } } })
  })

  test.each([
    ['text', 'must be an object'],
    [{ success: false, data: [] }, 'success: must be true: the upstream says that it failed'],
    [{ data: 'none' }, 'data: must be a list'],
    [{ data: [] }, 'data.0: must be an object'],
    [{ data: [{ id: 'gpt-4o', object: 'model' }] }, 'data.0.pricing: is required'],
    [{ data: {} }, 'data.model_ratio: must be an object'],
    [pricing({ model_name: 'm', quota_type: 0, model_ratio: '3' }), 'data.0.model_ratio: must be a number'],
    [pricing({ model_name: 'm', quota_type: 0, model_ratio: -3 }), 'data.0.model_ratio: must be at least 0'],
    [pricing({ model_name: 'm', quota_type: 1 }), 'data.0.model_price: is required'],
    [pricing({ model_name: 'm', model_ratio: 1e9, completion_ratio: 1 }), 'm.tokens.input: must be at most 100000'],
    [
      pricing({ model_name: 'm', model_ratio: 1, completion_ratio: 1, cache_ratio: 2 }),
      'm.tokens.cache_read: must not be more than input, which costs 2',
    ],
    [
      pricing({ model_name: 'm', model_ratio: 1, lines: [{}] }),
      'data.0.lines: has a price that ratios cannot say; only its document does',
    ],
    [router({ prompt: 'cheap', completion: '1' }), 'data.0.pricing.prompt: must be a number'],
    [router({ prompt: '0.1' }), 'data.0.pricing.completion: is required'],
    [pricing(...Array.from({ length: 20_001 }, () => ({}))), 'data: may have at most 20000 entries'],
  ])('%j is refused with a sentence that names the member', (body, sentence) => {
    const list = read(body)
    if (!('reason' in list)) throw new Error('it is accepted')
    expect(reasonMessage(list.reason, 'en')).toBe(sentence)
  })

  test('refuses only the unusable models if others have a price', () => {
    const good = { model_name: 'good', model_ratio: 1, completion_ratio: 1 }
    const list = read(pricing(good, { ...good, model_name: 'bad', model_ratio: null }))
    expect(list).toMatchObject({ prices: [{ model: 'good' }], refused: [{ model: 'bad' }] })
  })

  test('is found at the address of a channel, or at the full address given', () => {
    const family = [
      'https://up.example/api/pricing',
      'https://up.example/api/ratio_config',
      'https://up.example/api/v1/models',
    ]
    for (const base of ['https://up.example', 'https://up.example/', 'https://up.example/v1/'])
      expect(priceListAddresses(base)).toEqual(family)
    expect(priceListAddresses('https://openrouter.ai/api')).toEqual(['https://openrouter.ai/api/v1/models'])
    expect(priceListAddresses('https://up.example/prices.json?key=1')).toEqual(['https://up.example/prices.json?key=1'])
  })

  test('is matched to our model names, without the maker or with dots as dashes', () => {
    const find = namesInList(['anthropic/claude-sonnet-4.5', 'gpt-4o', 'openai/gpt-4o', 'deepseek/r1:free'])
    expect(['claude-sonnet-4-5', 'claude-sonnet-4.5', 'anthropic/claude-sonnet-4.5'].map(find)).toEqual(
      Array.from({ length: 3 }, () => 'anthropic/claude-sonnet-4.5'),
    )
    expect(['gpt-4o', 'r1', 'r1:free', 'constructor'].map(find)).toEqual(['gpt-4o', undefined, undefined, undefined])
  })
})
