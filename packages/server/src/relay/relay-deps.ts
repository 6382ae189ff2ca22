import type { Health } from '@tollgate/gateway'
import type { Logger } from 'pino'
import type { Ledger } from '../ledger/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Options } from '../options/index.ts'
import type { PriceBook } from '../pricing/index.ts'
import type { Conversations } from '../responses/conversations.ts'
import type { StoredResponses } from '../responses/index.ts'
import type { Watchdog } from '../watchdog.ts'
import type { BatchStore } from './batches/store.ts'
import type { CachedShares } from './billing/cached-shares.ts'
import type { InFlightRegistry } from './in-flight.ts'
import type { CallLimits } from './request/call-limits.ts'
import type { ContentFilter } from './request/content-filter.ts'
import type { MemoryBudget } from './request/memory-budget.ts'
import type { TokenIndex } from './request/token-index.ts'
import type { ChannelIndex } from './routing/channel-index.ts'
import type { BackgroundResponses } from './stored-responses/background-responses.ts'
import type { Credentials } from './upstream/credentials/index.ts'
import type { MediaFetchers } from './upstream/media/fetch-media.ts'

/** Everything a relayed call depends on. */
export interface RelayDeps {
  tokens: TokenIndex
  callLimits: CallLimits
  memory: MemoryBudget
  contentFilter: ContentFilter
  channels: ChannelIndex
  responses: StoredResponses
  conversations: Conversations
  backgroundResponses: BackgroundResponses
  options: Options
  prices: PriceBook
  credentials: Credentials
  fetchMedia: MediaFetchers
  ledger: Ledger
  batches: BatchStore
  notifications: Pick<Notifications, 'afterCharge'>
  health: Health
  watchdog: Watchdog
  inFlight: InFlightRegistry
  cachedShares: CachedShares
  log: Logger
  /** Unix seconds. */
  now(): number
  /** In [0, 1). */
  random(): number
}
