import type { OptionKey } from '@tollgate/contract'
import { CHANNEL_STATUS, TOKEN_STATUS, USER_STATUS } from '@tollgate/contract'
import { makeHealth } from '@tollgate/gateway'
import type { LedgerOfCalls } from '../../money/ledger/endless-ledger.ts'
import { NO_ALIASES } from '../../money/pricing/aliases.ts'
import { makeCallMeter } from '../../platform/metrics/call-meter.ts'
import type { Options } from '../../platform/options/index.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { makeInFlightRegistry } from '../../relay/call/in-flight.ts'
import { makeMemoryBudget } from '../../relay/call/memory-budget.ts'
import { type ChannelIndex, type OpenChannel, openChannel } from '../../relay/candidates/channel-index.ts'
import { sealKeys } from '../../relay/candidates/keys/stored-keys.ts'
import { indexByGroup, makeServedChannels } from '../../relay/candidates/served-channels.ts'
import { makeAffinity } from '../../relay/plan/affinity/affinity.ts'
import { makeCallPlans } from '../../relay/plan/call-plans.ts'
import { makeLastHour } from '../../relay/plan/last-hour/last-hour.ts'
import type { RelayDeps } from '../../relay/relay-deps.ts'
import { makeContentFilter } from '../../relay/request/content-filter.ts'
import type { TokenIdentity } from '../../relay/request/token-index.ts'
import { makeCachedShares } from '../../relay/settlement/cached-shares.ts'

const GROUP = 'default'

/** The caller of every made-up call. */
const NOBODY: TokenIdentity = {
  tokenId: 0,
  rootId: 0,
  tokenName: '',
  isFrozen: false,
  tokenStatus: TOKEN_STATUS.enabled,
  expiredTime: -1,
  isUnlimited: true,
  spendingLimits: [],
  minuteLimits: [],
  subscriptions: [],
  modelLimits: null,
  allowedIps: null,
  tokenGroup: '',
  userId: 0,
  username: '',
  callerId: 0,
  userGroup: GROUP,
  mayChooseChannel: false,
  userStatus: USER_STATUS.enabled,
  acceptsUnpricedModels: true,
  storesResponses: false,
  quotaWarningThreshold: null,
}

interface MadeUpChannel {
  type: number
  models: readonly string[]
  baseUrl: string
}

/** The options of the site, except those that would refuse or delay a made-up call. */
const OVERRIDDEN: Partial<Record<OptionKey, unknown>> = {
  RetryTimes: 0,
  ModelRequestRateLimitEnabled: false,
  CheckSensitiveEnabled: false,
}

/**
 * Returns the relay of a site whose calls touch nothing of it: they have an identity, channels, a ledger, health, counts and
 * limits of their own.
 */
export async function madeUpRelay(
  { relay, secrets }: { relay: RelayDeps; secrets: Secrets },
  ledger: LedgerOfCalls,
  channel: MadeUpChannel,
): Promise<RelayDeps> {
  const options = { ...relay.options, get: (key: OptionKey) => OVERRIDDEN[key] ?? relay.options.get(key) } as Options
  const index = await indexOf(channel, secrets)
  return {
    ...relay,
    options,
    channels: index,
    tokens: { find: () => NOBODY, canPay: async () => true, whenChanged: () => () => undefined },
    plans: makeCallPlans({ options, channels: index, prices: relay.prices }, { on: () => undefined }),
    ledger: { ...relay.ledger, ...ledger },
    health: makeHealth(),
    lastHour: makeLastHour(relay.now),
    affinity: makeAffinity(),
    conversationMarks: { of: run => relay.conversationMarks.of(run), answered: () => undefined },
    probes: undefined,
    meter: makeCallMeter(),
    memory: makeMemoryBudget(options),
    contentFilter: makeContentFilter(options),
    inFlight: makeInFlightRegistry(),
    cachedShares: makeCachedShares(),
    notifications: { afterCharge: () => undefined },
    servedChecks: { answered: () => undefined, wantsCount: () => true },
    attemptFailed: () => undefined,
    tracing: null,
    // At level debug, every call would be logged.
    log: relay.log.child({}, { level: 'silent' }),
  }
}

async function indexOf(made: MadeUpChannel, secrets: Secrets): Promise<ChannelIndex> {
  const channel = openMadeUp(made, secrets)
  const opened = channel ? [channel] : []
  const served = makeServedChannels(await indexByGroup(opened), NO_ALIASES)
  return {
    candidates: (...asked) => served(...asked).candidates,
    served,
    knows: () => true,
    byId: () => channel,
    inGroup: () => opened,
    models: () => [],
  }
}

const openMadeUp = ({ type, models, baseUrl }: MadeUpChannel, secrets: Secrets): OpenChannel | undefined =>
  openChannel(
    {
      id: 1,
      type,
      ...sealKeys(['made-up-key'], '', secrets),
      openai_organization: '',
      max_input_tokens: 0,
      test_model: '',
      status: CHANNEL_STATUS.enabled,
      name: '',
      weight: 0,
      created_time: 0,
      test_time: 0,
      response_time: 0,
      base_url: baseUrl,
      other: '',
      balance: 0,
      balance_updated_time: 0,
      models: models.join(),
      group: GROUP,
      used_quota: 0,
      model_mapping: '',
      status_code_mapping: '',
      priority: 0,
      auto_ban: 0,
      other_info: '',
      tag: '',
      setting: '',
      param_override: '',
      version: 0,
    },
    secrets,
  )
