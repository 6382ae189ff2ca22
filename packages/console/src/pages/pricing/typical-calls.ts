import { type PricedModel, TYPICAL_CALLS, type TypicalCall, type TypicalCallName } from '@tollgate/contract'
import { pricesOf } from './price-lines.ts'
import { callPrice } from './prices.ts'

export const isTypicalCall = (name: string): name is TypicalCallName => Object.hasOwn(TYPICAL_CALLS, name)

/** US dollars; or why there is no cost: the model's context is too small, it cannot chat, or it has no price. */
export type CallCost = number | 'too-long' | 'not-comparable' | 'unpriced'

/** The cost of a call in a group, without tool calls. */
export function costOfCall(model: PricedModel, call: TypicalCall, groupRatio: number): CallCost {
  if (!model.is_priced) return 'unpriced'
  if (model.quota_type === 1) return model.by_second ? 'not-comparable' : callPrice(model, groupRatio)
  if (model.abilities.chat === false) return 'not-comparable'
  const input = call.fresh + call.cached + call.written
  if (model.context_window !== null && input + call.output > model.context_window) return 'too-long'
  const isLong = model.long_input && input > model.long_input.above
  const prices = pricesOf(isLong && model.long_input ? model.long_input : model, groupRatio)
  const dollars =
    call.fresh * prices.input +
    call.cached * prices.cached +
    call.written * prices.cacheWrite5m +
    call.output * prices.output
  return dollars / 1_000_000
}
