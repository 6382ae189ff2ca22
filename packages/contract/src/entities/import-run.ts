import { z } from 'zod'
import { whatIfResult } from './what-if.ts'

/** Figures of a source that an import compares with the same figures here. */
export const COMPARED = [
  'users',
  'quota',
  'used_quota',
  'request_count',
  'aff_quota',
  'aff_history',
  'tokens',
  'remain_quota',
  'token_used_quota',
  'channels',
  'channel_used_quota',
  'codes',
  'code_quota',
  'orders',
  'order_amount',
  'logs',
] as const
export type ComparedName = (typeof COMPARED)[number]

const compared = z.object({ source: z.number().int(), here: z.number().int() })
export type Compared = z.output<typeof compared>
const text = z.union([z.number(), z.string()])

/** A row whose figure differs here; an empty `why` means that nothing explains it, and the proof fails. */
const difference = z.object({
  table: z.string(),
  /** In the source. */
  id: z.number().int(),
  name: z.string(),
  field: z.string(),
  source: text,
  here: text,
  why: z.string(),
})
export type ImportDifference = z.output<typeof difference>

/**
 * `changed`: imported differently; `left`: not imported; `asks`: somebody must do something; `sealed`: was plain text.
 */
export const NOTE_KINDS = ['asks', 'left', 'changed', 'sealed'] as const

/** Something the operator should know, with the rows by id or name. */
const note = z.object({
  table: z.string(),
  kind: z.enum(NOTE_KINDS),
  text: z.string(),
  rows: z.array(text),
  /** Quota of all its rows, where it is about quota. */
  sum: z.number().int().optional(),
})
export type ImportNote = z.output<typeof note>

/** The findings of a dry run, or the proof of an import. */
export const importReport = z.object({
  ...(Object.fromEntries(COMPARED.map(name => [name, compared])) as Record<ComparedName, typeof compared>),
  /** The source's hash. */
  sha256: z.string(),
  differences: z.array(difference),
  holds: z.boolean(),
  /** The id of the import, the same for every copy of its source. */
  import: z.string(),
  source: z.string(),
  generation: z.string(),
  /** What it is a database of; absent in reports of earlier versions. */
  database: z.enum(['sqlite', 'postgres', 'mysql']).optional(),
  /** Whether nothing was left to do. */
  was_here: z.boolean(),
  notes: z.array(note),
})
export type ImportReport = z.output<typeof importReport>

/** A user's figures in the source and here. */
export const importedUser = z.object({
  id: z.number().int(),
  username: z.string(),
  quota: compared,
  used_quota: compared,
  request_count: compared,
})
export type ImportedUser = z.output<typeof importedUser>

export const IMPORT_TASKS = ['look', 'import', 'verify', 'shadow', 'sync'] as const
export type ImportTask = (typeof IMPORT_TASKS)[number]
export const IMPORT_STATES = ['running', 'done', 'stopped', 'failed'] as const

export const importChoices = z.object({
  into: z.enum(['empty', 'merge']),
  prices: z.enum(['source', 'ours']),
  /** The log since then, in unix seconds; 0: all of it; null: none. */
  logs: z.number().int().min(0).nullable(),
  /** What is left of running subscriptions: listed, or credited as quota. */
  subscriptions: z.enum(['list', 'credit']).default('list'),
  /** Balances below zero: kept as debts, or forgiven. */
  debts: z.enum(['keep', 'forgive']).default('keep'),
})
export type ImportChoices = z.output<typeof importChoices>

/** Moving in from a source: its dry run, its import and its proof. Times are unix seconds; 0: not yet. */
export const importRun = importChoices.extend({
  id: z.number().int(),
  source_kind: z.enum(['file', 'address']),
  /** A file's name, or an address without its user and password. */
  source: z.string(),
  /** Where its log is, in the same terms; empty: with the rest. */
  log_kind: z.enum(['', 'file', 'address']),
  log_source: z.string(),
  task: z.enum(IMPORT_TASKS),
  state: z.enum(IMPORT_STATES),
  /** Why it failed, in the command's words; empty if it did not. */
  error: z.string(),
  /** Log rows that this task imported. */
  log_rows: z.number().int(),
  actor_name: z.string(),
  created_at: z.number().int(),
  looked_at: z.number().int(),
  /** When the proof was last made. */
  proved_at: z.number().int(),
  /** When its calls were last charged at the prices here, and from what time on. */
  shadowed_at: z.number().int(),
  shadow_since: z.number().int(),
  /** When what had changed in the source was brought last. */
  synced_at: z.number().int(),
})
export type ImportRun = z.output<typeof importRun>

/** A file in the folder of imports. */
export const importFile = z.object({ name: z.string(), bytes: z.number().int(), changed_at: z.number().int() })
export type ImportFile = z.output<typeof importFile>

/**
 * Another gateway's calls at the prices here: `booked` is what it charged, `quota` what this site would have charged.
 */
export const shadowResult = whatIfResult.extend({
  /** Calls whose charges differ by at most one unit: the two programs round differently. */
  rounded: z.number().int(),
  /** The last row read; 0: none. */
  last_id: z.number().int(),
})
export type ShadowResult = z.output<typeof shadowResult>
