import type { Health } from '@tollgate/gateway'
import type { Logger } from 'pino'
import type { Ledger } from '../money/ledger/index.ts'
import type { PriceBook } from '../money/pricing/index.ts'
import type { Notifications } from '../people/notifications/index.ts'
import type { KeyServices } from '../people/tokens/children/key-services.ts'
import type { AddressLimits } from '../platform/http/address-limits.ts'
import type { OpenFile } from '../platform/http/open-file.ts'
import type { Outbound } from '../platform/http/outbound.ts'
import type { CallMeter } from '../platform/metrics/call-meter.ts'
import type { Options } from '../platform/options/index.ts'
import type { Watchdog } from '../platform/process/watchdog.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { ServedChecks } from './attempt/served-checks.ts'
import type { InFlightRegistry } from './call/in-flight.ts'
import type { MemoryBudget } from './call/memory-budget.ts'
import type { PlaygroundRoute } from './call/relay-call.ts'
import type { ChannelIndex, OpenChannel } from './candidates/channel-index.ts'
import type { TokenAccounts } from './endpoints/billing/accounts.ts'
import type { AttemptFailure } from './errors/upstream-failure.ts'
import type { Affinity } from './plan/affinity/affinity.ts'
import type { ConversationMarks } from './plan/affinity/conversation-marks.ts'
import type { CallPlans } from './plan/call-plans.ts'
import type { ChannelLimits } from './plan/channel-limits.ts'
import type { ChannelProbes } from './plan/health/channel-probes.ts'
import type { KeyStates } from './plan/keys/key-states.ts'
import type { LastHour } from './plan/last-hour/last-hour.ts'
import type { Admission } from './request/authenticate.ts'
import type { CallLimits } from './request/call-limits.ts'
import type { ContentFilter } from './request/content-filter.ts'
import type { TokenIndex } from './request/token-index.ts'
import type { CachedShares } from './settlement/cached-shares.ts'
import type { StoredCalls } from './stored-calls.ts'
import type { Credentials } from './upstream/credentials/index.ts'
import type { MediaFetchers } from './upstream/media/fetch-media.ts'
import type { KeptRequest } from './upstream/written-request.ts'

/** Everything a relayed call depends on. */
export interface RelayDeps {
  tokens: TokenIndex
  /** Authenticates a call of the playground by the console's session. */
  admitSession(request: Request, route: PlaygroundRoute): Promise<Admission>
  callLimits: CallLimits
  addressLimits: AddressLimits
  memory: MemoryBudget
  contentFilter: ContentFilter
  channels: ChannelIndex
  channelLimits: ChannelLimits
  plans: CallPlans<KeptRequest>
  storedCalls: StoredCalls
  options: Options
  prices: PriceBook
  credentials: Credentials
  fetchMedia: MediaFetchers
  openFile: OpenFile
  ledger: Ledger
  /** Fetches URLs that users or upstreams give, such as hooks and pictures. */
  outbound: Outbound
  /** Signs URLs. */
  secrets: Pick<Secrets, 'fingerprint'>
  accounts: TokenAccounts
  /** Makes and ends child keys. */
  keys: KeyServices
  notifications: Pick<Notifications, 'afterCharge'>
  health: Health
  affinity: Affinity
  conversationMarks: ConversationMarks
  /** undefined: this is the only node. */
  probes: ChannelProbes | undefined
  lastHour: LastHour
  /** Checks whether a failed attempt should disable its channel; returns at once. */
  attemptFailed(channel: OpenChannel, failure: AttemptFailure): void
  keyStates: KeyStates
  /** Counts calls for the metrics. */
  meter: CallMeter
  servedChecks: ServedChecks
  watchdog: Watchdog
  /** Null: calls are not traced. */
  tracing: Tracing | null
  inFlight: InFlightRegistry
  cachedShares: CachedShares
  log: Logger
  /** Unix seconds. */
  now(): number
  /** In [0, 1). */
  random(): number
}
