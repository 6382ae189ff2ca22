import type { Health } from '@tollgate/gateway'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ChangeEvents } from './change-events.ts'
import type { ChannelBalances } from './channel-balances/channel-balances.ts'
import type { ChannelTests } from './channel-tests/channel-tests.ts'
import type { parseRanges } from './http/client-ip.ts'
import type { Outbound } from './http/outbound.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import type { Jobs } from './jobs/index.ts'
import type { Ledger } from './ledger/index.ts'
import type { Live } from './live/index.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Notifications } from './notifications/index.ts'
import type { Options } from './options/index.ts'
import type { PriceBook } from './pricing/index.ts'
import type { LastHour } from './relay/routing/last-hour/last-hour.ts'
import type { Secrets } from './secrets.ts'
import type { DatabaseKind } from './storage/db.ts'
import type { Tables } from './storage/schema.ts'

/** The services that every part of the server may use. A test builds its own from literals. */
export interface AppContext {
  db: Kysely<Tables>
  /** For long reads: pages of logs, statistics, audit. A few run at once, and each has a time limit. */
  reports: Kysely<Tables>
  databaseKind: DatabaseKind
  /** For what lies in files. */
  dataFolder: string
  options: Options
  secrets: Secrets
  ledger: Ledger
  changeEvents: ChangeEvents
  prices: PriceBook
  mailer: Mailer
  outbound: Outbound
  notifications: Notifications
  channelTests: ChannelTests
  channelBalances: ChannelBalances
  jobs: Jobs
  /** What the relay knows of its channels. */
  routing: { health: Health; lastHour: Pick<LastHour, 'hours'> }
  rateLimiter: RateLimiter
  live: Live
  log: Logger
  /** Unix seconds. */
  now(): number
  startedAt: number
  version: string
  trustedProxies: ReturnType<typeof parseRanges>
}
