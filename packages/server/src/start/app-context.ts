import type { Health } from '@tollgate/gateway'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ChannelBalances } from '../channels/balances/channel-balances.ts'
import type { ChannelTests } from '../channels/tests/channel-tests.ts'
import type { Ledger } from '../money/ledger/index.ts'
import type { PriceBook } from '../money/pricing/index.ts'
import type { Notifications } from '../people/notifications/index.ts'
import type { ChangeEvents } from '../platform/cluster/change-events.ts'
import type { parseRanges } from '../platform/http/client-ip.ts'
import type { Outbound } from '../platform/http/outbound.ts'
import type { RateLimiter } from '../platform/http/rate-limit.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import type { Options } from '../platform/options/index.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { DatabaseKind } from '../platform/storage/db.ts'
import type { Tables } from '../platform/storage/schema.ts'
import type { Live } from '../records/live/index.ts'
import type { LastHour } from '../relay/routing/last-hour/last-hour.ts'
import type { Jobs } from '../site/jobs/index.ts'

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
