import { periodEnd } from '@tollgate/contract'
import { type Insufficient, type Ledger, type NewHold, type ReserveAnswer, usedUp } from '../../money/ledger/index.ts'
import type { ApiError } from '../../platform/http/api-error.ts'
import type { Options } from '../../platform/options/index.ts'
import { inExactWords } from '../../platform/options/quota-words.ts'
import { relayError } from '../call/relay-error.ts'
import { overBudget } from '../request/budget.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { SpendingLimit, TokenIdentity } from '../request/token-index.ts'
import { refusalOfPlan, reserveFrom } from './reserve-from.ts'

/** The hold of one call in the ledger. */
export interface LedgerHold {
  /** Whether it is in the ledger, even with 0, and must be settled or released. */
  readonly isOpen: boolean
  /** In quota. */
  readonly held: number
  /** The client has set a budget for the call. */
  readonly hasBudget: boolean
  /** What the wallet and the token's cap still allowed beyond it after the last change. */
  readonly left: number
  /**
   * Grows it to `most`, or as near as the wallet and the call's own budget allow. Returns null, or the error if not even `least`
   * is available. Afterwards `left` is exact up to `worst`. Decides at once if enough is leased, as for most calls.
   */
  growTo(least: number, most: number, worst?: number): ApiError | null | Promise<ApiError | null>
}

/** Makes a hold that is not reserved yet. `group`: the group whose ratio the call is charged by. */
export const openLedgerHold = (logged: Omit<LoggedCall, 'tried'>, group: string, deps: LedgerHoldDeps): LedgerHold =>
  new HoldInLedger(logged, group, deps)

interface LedgerHoldDeps {
  ledger: Pick<Ledger, 'reserve' | 'extend'>
  /** How the site shows quota, for the sentences of refusals. */
  options: Pick<Options, 'get'>
}

/** A class, because every call has one. */
class HoldInLedger implements LedgerHold {
  isOpen = false
  held = 0
  left = 0

  constructor(
    private readonly logged: Omit<LoggedCall, 'tried'>,
    private readonly group: string,
    private readonly deps: LedgerHoldDeps,
  ) {}

  get hasBudget(): boolean {
    return this.logged.call.budget !== undefined
  }

  growTo(least: number, wanted: number, wantedAtWorst = wanted): ApiError | null | Promise<ApiError | null> {
    const { logged, group } = this
    const { ledger } = this.deps
    const { payable } = this
    const { budget } = logged.call
    if (budget && least > payable) return overBudget(least, budget)
    const missing = {
      least: Math.max(0, least - this.held),
      most: Math.max(0, Math.min(wanted, payable) - this.held),
      worst: Math.max(0, Math.min(wantedAtWorst, payable) - this.held),
    }
    if (this.isOpen && missing.most === 0) return null
    const answer = this.isOpen
      ? ledger.extend(logged.call.id, missing)
      : reserveFrom(logged, reservation(logged, group, missing), ledger)
    return answer instanceof Promise ? answer.then(one => this.grown(one, least)) : this.grown(answer, least)
  }

  private grown(answer: ReserveAnswer, least: number): ApiError | null | Promise<ApiError> {
    const { logged, group } = this
    const { options } = this.deps
    if (answer === 'subscription_used_up') return refusalOfPlan(logged, group, least, options)
    if (typeof answer === 'string') return refusal(answer, least, logged, options)
    this.isOpen = true
    this.held += answer.granted
    this.left = Math.min(answer.left, this.payable - this.held)
    return null
  }

  private get payable(): number {
    return this.logged.call.budget?.quota ?? Number.POSITIVE_INFINITY
  }
}

/** Returns why a wallet, a cap or a period's limit does not cover an amount. */
export function refusal(
  why: Insufficient,
  least: number,
  { identity }: Pick<LoggedCall, 'identity'>,
  options: Pick<Options, 'get'>,
): ApiError {
  const amount = inExactWords(least, options)
  const limit = identity.spendingLimits.find(one => usedUp(one) === why)
  if (!limit) return relayError(why.startsWith(OF_TOKEN) ? OF_TOKEN : (why as Unnamed), { amount })
  const now = Math.floor(Date.now() / 1000)
  const renewsAt = periodEnd(limit.period, now)
  const renews = `${new Date(renewsAt * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const values = { amount, limit: inExactWords(limit.quota, options), renews, project: identity.project?.name ?? '' }
  return relayError(codeOf(limit, identity), values, renewsAt - now)
}

const OF_TOKEN = 'token_period_used_up'
type Unnamed = Exclude<Insufficient, `${typeof OF_TOKEN}:${number}`>

/** The limit of a seat is the budget of its member or project. */
function codeOf({ owner, ownerId }: SpendingLimit, { member, project }: TokenIdentity) {
  if (owner === 'user') return 'user_period_used_up'
  if (ownerId === member?.seatId) return 'member_budget_used_up'
  return ownerId === project?.id ? 'project_budget_used_up' : OF_TOKEN
}

const reservation = (
  { call, identity, model, isStream }: Omit<LoggedCall, 'tried'>,
  group: string,
  amount: NewHold['amount'],
): NewHold => ({
  requestId: call.id,
  userId: identity.userId,
  tokenId: identity.tokenId,
  amount,
  periods: identity.spendingLimits,
  context: {
    username: identity.username,
    token_name: identity.tokenName,
    model_name: model,
    group,
    is_stream: Number(isStream),
    request_id: call.requestId,
  },
})
