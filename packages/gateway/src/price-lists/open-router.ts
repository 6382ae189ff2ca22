import { isObject } from '../raw/json.ts'
import { listOf, numbersIn, type PriceList, present, tidyDollars } from './listed-price.ts'

/** US dollars per token, request or search, as text. https://openrouter.ai/docs/overview/models */
const MEMBERS = [
  'prompt',
  'completion',
  'request',
  'web_search',
  'internal_reasoning',
  'input_cache_read',
  'input_cache_write',
  'audio',
] as const

/** Reads `data` of OpenRouter's `/api/v1/models`. A model whose price depends on the call gets no price. */
export function readOpenRouter(data: readonly unknown[]): PriceList {
  const entries = data.map((entry, index) => {
    const { id, pricing } = isObject(entry) ? entry : {}
    return [id, `data.${index}.pricing`, pricing] as const
  })
  return listOf(entries, (pricing, place) => {
    if (Number(pricing.prompt) === PRICE_DEPENDS) return null
    const read = numbersIn(pricing, MEMBERS, place, true)
    if ('reason' in read) return read
    const { prompt, completion, request = 0, web_search = 0, internal_reasoning = 0 } = read.value
    if (prompt === undefined) return { reason: { code: 'missing', at: `${place}.prompt` } }
    if (completion === undefined) return { reason: { code: 'missing', at: `${place}.completion` } }
    const { input_cache_read, input_cache_write, audio } = read.value
    // 0 means that the model lacks this kind, unless the model is free.
    const other = (dollars: number | undefined) => (dollars || prompt === 0 ? perMillion(dollars) : undefined)
    const tokens = present({
      input: perMillion(prompt),
      output: perMillion(Math.max(completion, internal_reasoning)),
      cache_read: other(input_cache_read),
      cache_write_5m: other(input_cache_write),
      audio_input: other(audio),
    })
    return {
      value: {
        tokens,
        ...(request > 0 && { call: tidyDollars(request) }),
        ...(web_search > 0 && { tools: { web_search: tidyDollars(web_search * 1_000) } }),
      },
    }
  })
}

const PRICE_DEPENDS = -1

const perMillion = (dollars: number | undefined): number | undefined =>
  dollars === undefined ? undefined : tidyDollars(dollars * 1_000_000)
