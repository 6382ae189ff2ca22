import { z } from 'zod'
import { call } from '../call.ts'

/** A process at a moment. */
const vitals = z.object({
  /** Unix seconds. */
  at: z.number().int(),
  /** Of one core, since the moment before; 1: it was busy all the time. */
  cpu: z.number(),
  /** Resident bytes. */
  memory: z.number(),
  /** The longest delay of the event loop since the moment before, in milliseconds. */
  lag: z.number(),
})

/** A process that relays calls, as the database and, where they are connected, the process itself tell of it. */
const systemNode = z.object({
  /** Its id among the leases. */
  id: z.string(),
  /** Since its last heartbeat. */
  silent_ms: z.number(),
  /** Accounts of which it leases something, and the unused quota that is of users. */
  leases: z.number().int(),
  held: z.number(),
  /** null: it tells nothing of itself, as a node of another machine without Redis. */
  told: z
    .object({
      /** Host and port. */
      server: z.string(),
      /** Its number among the workers of its server. */
      worker: z.number().int(),
      version: z.string(),
      /** Unix seconds. */
      started_at: z.number().int(),
      /** Of the disk with the data folder, in bytes; null: unknown. */
      disk_free: z.number().nullable(),
      disk_size: z.number().nullable(),
      /** Of the last hour, oldest first; at least one. */
      vitals: z.array(vitals),
    })
    .nullable(),
})
export type SystemNode = z.output<typeof systemNode>

/** Bytes, and rows or keys; null: nothing was noted that long ago. */
const grown = z.object({ bytes: z.number(), items: z.number().nullable() }).nullable()

const storageGrowth = z.object({ day: grown, week: grown })
export type StorageGrowth = z.output<typeof storageGrowth>

const tableSize = storageGrowth.extend({
  name: z.string(),
  /** With its indexes. */
  bytes: z.number(),
  /** As the database estimates them; null: unknown. */
  rows: z.number().nullable(),
})
export type TableSize = z.output<typeof tableSize>

/** The first start of a version on the database. */
const versionStart = z.object({
  version: z.string(),
  /** Unix seconds. */
  started_at: z.number().int(),
  /** The changes of the schema that it made; empty: none. */
  steps: z.array(z.object({ name: z.string(), took_ms: z.number() })),
})
export type VersionStart = z.output<typeof versionStart>

const systemState = z.object({
  version: z.string(),
  started_at: z.number().int(),
  /** Whether an address tells of newer versions. */
  checks_updates: z.boolean(),
  nodes: z.array(systemNode),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    bytes: z.number(),
    /** The size of each day, oldest first; days are Unix seconds of their begin. */
    days: z.array(z.object({ day: z.number().int(), bytes: z.number() })),
    /** The largest tables, largest first, as they were then; null: not measured yet. */
    measured_at: z.number().int().nullable(),
    tables: z.array(tableSize),
    /** The last change of its schema, and how many there were. */
    schema: z.object({
      last: z.string(),
      steps: z.number().int(),
      /** Changes by a later version, which this one does not know. */
      later: z.array(z.string()),
      /** Newest first; versions that kept no such list are missing. */
      starts: z.array(versionStart),
    }),
  }),
  /** null: there is none. Its figures are null while it is away. */
  redis: storageGrowth
    .extend({
      version: z.string().nullable(),
      used_bytes: z.number().nullable(),
      peak_bytes: z.number().nullable(),
      clients: z.number().nullable(),
      /** Of all its databases. */
      keys: z.number().nullable(),
    })
    .nullable(),
})
export type SystemState = z.output<typeof systemState>

/** Levels of the server's log. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

const MOST_LOG_SECONDS = 365 * 24 * 3600
const MOST_WORKER = 1_000

const serverLine = z.object({
  /** Unix milliseconds. */
  at: z.number(),
  level: z.enum(LOG_LEVELS),
  message: z.string(),
  /** JSON of everything else that the line says; empty: nothing. */
  details: z.string(),
  /** The number of the worker that wrote it. */
  worker: z.number().int(),
})
export type ServerLine = z.output<typeof serverLine>

/** A search of the server's log. */
const logQuery = z.object({
  /** Part of a message or its details, in any case. */
  search: z.string().max(200).default(''),
  /** The least level. */
  level: z.enum(LOG_LEVELS).default('info'),
  /** Only lines of this long ago or later; 0: all. */
  seconds: z.coerce.number().int().min(0).max(MOST_LOG_SECONDS).default(0),
  /** Only lines of the worker with this number; absent: of all. */
  worker: z.coerce.number().int().min(0).max(MOST_WORKER).optional(),
})
export type LogQuery = z.output<typeof logQuery>

export const system = {
  get: call({
    method: 'GET',
    path: '/api/system',
    access: 'admin',
    right: 'jobs',
    summary: 'Nodes and workers with their load, the database and Redis with their sizes, and the schema',
    reply: systemState,
  }),

  log: call({
    method: 'GET',
    path: '/api/system/log',
    access: 'root',
    summary: 'The last lines of this server’s own log, newest first, without secrets; each worker keeps 1,000 of them',
    query: logQuery,
    reply: z.array(serverLine),
  }),
}
