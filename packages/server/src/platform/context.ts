import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ChangeEvents } from './cluster/change-events.ts'
import type { parseRanges } from './http/client-ip.ts'
import type { Outbound } from './http/outbound.ts'
import type { RateLimiter } from './http/rate-limit.ts'
import { serveWith } from './http/serve.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Options } from './options/index.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { DatabaseKind, DatabasePlace } from './storage/db.ts'
import type { Tables } from './storage/schema.ts'

/** The services that every folder may use. The other contexts extend it. */
export interface PlatformContext {
  db: Kysely<Tables>
  /** For long reads: pages of logs, statistics, audit. A few run concurrently, each with a time limit. */
  reports: Kysely<Tables>
  databaseKind: DatabaseKind
  /** For processes of their own that read the database. */
  databasePlace: DatabasePlace
  /** Holds archives and other files. */
  dataFolder: string
  options: Options
  secrets: Secrets
  changeEvents: ChangeEvents
  mailer: Mailer
  outbound: Outbound
  rateLimiter: RateLimiter
  log: Logger
  /** Unix seconds. */
  now(): number
  startedAt: number
  version: string
  trustedProxies: ReturnType<typeof parseRanges>
}

export const serve = serveWith<PlatformContext>()
