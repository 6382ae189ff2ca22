import { type OptionKey, optionTable } from '@tollgate/contract'
import { endpoints, newTally, type Price, type Tally, UNPRICED } from '@tollgate/gateway'
import { type Grant, type Ledger, LedgerRefusal, type Settlement, type Wanted } from '../../money/ledger/index.ts'
import type { Options } from '../../platform/options/index.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { PricingContext } from '../plan/pricing-context.ts'
import type { Envelope } from '../request/envelope.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { TokenIdentity } from '../request/token-index.ts'

/** The options of a new site. */
export const defaultOptions = { get: (key: OptionKey) => optionTable[key].default } as Pick<Options, 'get'>

/** An input token costs 1 quota, an output token `completionRatio`. */
export const priceOfOutput = (completionRatio: number): Price =>
  ({ ...UNPRICED, modelRatio: 1, completionRatio, cacheWriteRatio: 1, toolPrices: {} }) as Price

export const IDENTITY: TokenIdentity = {
  tokenId: 12,
  tokenName: 'mine',
  tokenStatus: 1,
  expiredTime: -1,
  isUnlimited: false,
  rootId: 1,
  isFrozen: false,
  spendingLimits: [],
  minuteLimits: [],
  subscriptions: [],
  modelLimits: null,
  allowedIps: null,
  tokenGroup: '',
  userId: 11,
  callerId: 11,
  username: 'nina',
  userGroup: 'default',
  mayChooseChannel: false,
  userStatus: 1,
  acceptsUnpricedModels: false,
  storesResponses: true,
  quotaWarningThreshold: null,
}

/** A streamed chat of user 11 with token 12, which tried channels 7 and 8. */
export function loggedCall(more: Partial<LoggedCall> = {}, endpoint: object = {}): LoggedCall {
  const call = {
    id: 'own-id',
    requestId: 'client-id',
    endpoint: {
      path: '/v1/chat/completions',
      format: 'openai-chat',
      errors: endpoints['openai-chat'].errors,
      ...endpoint,
    },
    startedAt: performance.now(),
  }
  return {
    call: call as LoggedCall['call'],
    identity: IDENTITY,
    model: 'gpt',
    group: 'vip',
    isStream: true,
    tried: [channel(7, 1), channel(8, 14)],
    ...more,
  }
}

export const channel = (id: number, type: number) => ({ id, type }) as LoggedCall['tried'][number]

export const pricingOf = (price: Price): PricingContext => ({
  group: 'vip',
  groupRatio: 1,
  candidates: [],
  price,
  quotaPerUnit: 500_000,
})

/** The envelope of a body. */
export function envelopeOf(body: Record<string, unknown>, more: Partial<Envelope> = {}): Envelope {
  const text = JSON.stringify(body)
  return {
    model: 'gpt',
    text,
    member: (name: string) => body[name],
    inputTokens: () => 7,
    maxTokens: undefined,
    choices: 1,
    soundSeconds: 0,
    ...more,
  } as Envelope
}

export const tallyOf = (told: Partial<Tally> = {}): Tally => ({ ...newTally(), ...told })

/** A ledger of one wallet that counts in memory and records its calls. */
export function walletLedger(balance: number) {
  const asked: [kind: string, ...what: unknown[]][] = []
  const recorded: NewLogRow[] = []
  const settled: Settlement[] = []
  let left = balance
  /** The errors of the next settlements. */
  const failures: Error[] = []
  function take({ least, most }: Wanted): Grant | 'user_quota_insufficient' {
    if (left < least) return 'user_quota_insufficient'
    const granted = Math.min(most, left)
    left -= granted
    return { granted, left }
  }
  const ledger: Ledger = {
    async reserve(hold) {
      asked.push(['reserve', hold])
      return take(hold.amount)
    },
    async extend(requestId, amount) {
      if (asked.length === 0) throw new LedgerRefusal('nothing is reserved')
      asked.push(['extend', requestId, amount])
      return take(amount)
    },
    async settle(settlement) {
      settled.push(settlement)
      const failure = failures.shift()
      if (failure) throw failure
      return { quota: settlement.quota, balance: left }
    },
    async release() {},
    record: row => void recorded.push(row),
    async recall() {},
    refresh() {},
    charged: () => 0,
    node: () => 'node',
    async share() {},
    holds: () => [],
    standing: () => ({ waiting: 0, commits: 0, commitSeconds: 0, isInTrouble: false, isDatabaseFull: false }),
    async close() {},
  }
  return { ledger, asked, settled, recorded, failures }
}
