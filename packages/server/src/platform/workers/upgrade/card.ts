import packageJson from '../../../../../../package.json' with { type: 'json' }
import type { Environment } from '../../process/environment.ts'
import type { DatabaseKind } from '../../storage/db.ts'
import { migrations } from '../../storage/migrations/index.ts'

/** A server's description of itself for another server, sent before either does anything. */
export interface ServerCard {
  /** The version of the protocol that follows. */
  protocol: number
  version: string
  pid: number
  host: string
  kind: DatabaseKind
  /** The schema steps it knows. */
  steps: string[]
  /** Only its secret key opens this; null before it has a database. */
  proof: string | null
  /** The number of sockets it listens on. */
  listeners: number
  url: string
}

export const PROTOCOL = 1

type Told = Pick<ServerCard, 'proof' | 'listeners' | 'url'>

export const cardOf = ({ HOST, DATABASE_URL }: Pick<Environment, 'HOST' | 'DATABASE_URL'>, told: Told): ServerCard => ({
  protocol: PROTOCOL,
  version: packageJson.version,
  pid: process.pid,
  host: HOST,
  kind: DATABASE_URL ? 'postgres' : 'sqlite',
  steps: Object.keys(migrations),
  ...told,
})
