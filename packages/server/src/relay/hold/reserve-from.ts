import { CALL } from '@tollgate/contract'
import { pricedNames } from '@tollgate/gateway'
import type { Ledger, NewHold, ReserveAnswer } from '../../money/ledger/index.ts'
import type { HeldSubscription, WindowStanding } from '../../money/plans/held-subscription.ts'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { Options } from '../../platform/options/index.ts'
import { inExactWords } from '../../platform/options/quota-words.ts'
import { relayError } from '../call/relay-error.ts'
import type { LoggedCall } from '../request/logged-call.ts'

type Logged = Pick<LoggedCall, 'identity' | 'model' | 'aliasOf' | 'paidBy'>

const unixNow = () => Math.floor(Date.now() / 1000)
const holdingFor = ({ identity, model, aliasOf = model }: Logged, group: string): readonly HeldSubscription[] =>
  identity.subscriptions.filter(
    held => (held.holdsFor(model, group) || held.holdsFor(aliasOf, group)) && !held.isOver(unixNow()),
  )

/**
 * Reserves from the first plan whose windows all have room for the whole hold, else from the wallet. If a plan forbids the
 * wallet or the wallet lacks the amount, reserves from the first plan with room for the least.
 */
export function reserveFrom(
  logged: Logged,
  hold: NewHold,
  ledger: Pick<Ledger, 'reserve'>,
): ReserveAnswer | Promise<ReserveAnswer> {
  const { subscriptions } = logged.identity
  const plans = subscriptions.length === 0 ? subscriptions : holdingFor(logged, hold.context.group)
  return plans.length === 0 ? ledger.reserve(hold) : reserveFromEither(logged, plans, hold, ledger)
}

async function reserveFromEither(
  logged: Logged,
  plans: readonly HeldSubscription[],
  hold: NewHold,
  ledger: Pick<Ledger, 'reserve'>,
): Promise<ReserveAnswer> {
  const { least, most } = hold.amount
  const whole = await reserveFromPlans(logged, plans, { ...hold, amount: { ...hold.amount, least: most } }, ledger)
  if (whole !== 'subscription_used_up') return whole
  // A hold of nothing is for what was done already.
  const stops = most > 0 && plans.some(({ beyond }) => beyond === 'stop')
  const ofWallet = stops ? whole : await ledger.reserve(hold)
  if (ofWallet !== 'subscription_used_up' && ofWallet !== 'user_quota_insufficient') return ofWallet
  if (least === most) return ofWallet
  const part = await reserveFromPlans(logged, plans, hold, ledger)
  return part === 'subscription_used_up' ? ofWallet : part
}

async function reserveFromPlans(
  logged: Logged,
  plans: readonly HeldSubscription[],
  hold: NewHold,
  ledger: Pick<Ledger, 'reserve'>,
): Promise<ReserveAnswer> {
  for (const plan of plans) {
    const windows = await plan.windows(unixNow())
    const answer = await ledger.reserve({
      ...hold,
      subscription: { id: plan.id, windows: windows.map(({ id }) => id), callWeight: weightIn(plan, logged) },
    })
    if (answer === 'subscription_used_up') continue
    if (typeof answer !== 'string') logged.paidBy = plan
    return answer
  }
  return 'subscription_used_up'
}

/** Returns what a plan's windows count for the call, in thousandths of a call; 0: its quota. It may be named as its price may. */
export const weightIn = (plan: HeldSubscription, { model, aliasOf }: Pick<LoggedCall, 'model' | 'aliasOf'>): number =>
  plan.callWeight([...pricedNames(model), ...pricedNames(aliasOf ?? model)])

/** Returns the error with the time at which the first plan has room again. */
export async function refusalOfPlan(
  logged: Logged,
  group: string,
  amount: number,
  options: Pick<Options, 'get'>,
): Promise<ApiError> {
  const now = unixNow()
  const plans = logged.paidBy ? [logged.paidBy] : holdingFor(logged, group)
  let first: { plan: HeldSubscription; at: number } | null = null
  for (const plan of plans) {
    const at = returnsAt(await plan.standing(now), weightIn(plan, logged) || amount)
    if (at > now && (!first || at < first.at)) first = { plan, at }
  }
  const [plan = plans[0], at] = [first?.plan, first?.at]
  const weight = plan ? weightIn(plan, logged) : 0
  const values = {
    plan: plan?.name ?? '',
    ...(weight > 0 ? { calls: weight / CALL } : { amount: inExactWords(amount, options) }),
  }
  if (at === undefined) return relayError(weight > 0 ? 'subscription_calls_spent' : 'subscription_spent', values)
  const returns = `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const code = weight > 0 ? 'subscription_calls_used_up' : 'subscription_used_up'
  return relayError(code, { ...values, returns }, at - now)
}

/** When every window has room again; 0: never. If all have room now, running calls hold it, so the first end counts. */
function returnsAt(windows: readonly WindowStanding[], amount: number): number {
  const short = windows.filter(({ limit, used }) => limit - used < amount)
  if (short.some(({ endsAt, limit }) => endsAt === 0 || limit < amount)) return 0
  const ends = (short.length > 0 ? short : windows).map(({ endsAt }) => endsAt).filter(at => at > 0)
  if (ends.length === 0) return 0
  return short.length > 0 ? Math.max(...ends) : Math.min(...ends)
}
