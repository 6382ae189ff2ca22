import type { LogOther, QuoteReply } from '@tollgate/contract'
import { type HoldPlan, priceLines } from '@tollgate/gateway'
import type { AdmittedCall } from '../hold/call-run.ts'
import type { RelayDeps } from '../relay-deps.ts'
import { lossText } from '../response/losses-header.ts'
import { type PlanLedger, planCall } from './plan-call.ts'

/** Grants every hold, as a wallet does that has more than enough, and keeps none. */
const RICH: PlanLedger = {
  reserve: async ({ amount }) => ({ granted: amount.most, left: Number.MAX_SAFE_INTEGER }),
  extend: async (_, amount) => ({ granted: amount.most, left: Number.MAX_SAFE_INTEGER }),
}

/**
 * Returns what an admitted call would hold and cost at the channel that it would go to now. Uses the same functions as a real
 * call to write, hold and charge.
 *
 * @throws ApiError
 */
export async function quoteOf(admitted: AdmittedCall, request: Request, deps: RelayDeps): Promise<QuoteReply> {
  const { run, plan, sent, chargeAt } = await planCall(admitted, request, deps, RICH)
  const { logged, pricing, hold } = run
  const { groupRatio, userGroup, isBetweenGroups, quotaPerUnit, price, group } = pricing
  const usd = (quota: number) => Number((quota / quotaPerUnit).toPrecision(12))
  const costAt = (tokens: number) => {
    const { quota, other } = chargeAt(tokens)
    // An estimate may count more than the hold's list allows for; the hold is then what is collected.
    const most = Math.max(quota, plan.cost(tokens))
    return { cost: { output_tokens: tokens, quota, usd: usd(quota), most_quota: most, most_usd: usd(most) }, other }
  }
  const expected = costAt(plan.expected)
  const { service_factors = {} }: LogOther = expected.other
  return {
    object: 'quote',
    endpoint: logged.call.endpoint.path,
    model: logged.model,
    hold: { quota: hold.held, usd: usd(hold.held) },
    costs: { none: costAt(0).cost, expected: expected.cost, greatest: costAt(greatest(plan)).cost },
    price: {
      source: deps.prices.sourceOf(logged.model),
      lines: priceLines(price),
      ratio: price.kind === 'tokens' ? price.modelRatio : null,
      group,
      group_ratio: groupRatio,
      ...(userGroup !== undefined && { user_group: userGroup }),
      ...(isBetweenGroups && { user_group_ratio: groupRatio }),
      service_factors,
    },
    losses: sent.losses.map(lossText),
  }
}

/** A sound whose length nobody knows has no greatest output: then what is expected. */
const greatest = ({ most, expected }: HoldPlan): number => (most < Number.MAX_SAFE_INTEGER ? most : expected)
