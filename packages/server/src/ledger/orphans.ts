import { LOG_TYPE, type LogOther } from '@tollgate/contract'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { messageColumns } from '../logs/message.ts'
import type { Db, Storage } from '../storage/db.ts'
import type { NewLogRow } from '../storage/schema.ts'
import { applyCommands } from './apply-commands.ts'
import type { HoldContext } from './commands.ts'

interface Deps {
  storage: Storage
  /** This process: its own holds are no orphans. */
  node: string
  log: Logger
  /** Unix seconds. */
  now(): number
}

/**
 * Gives back what dead processes had set aside, each hold with a log row that says so: nobody knows what their answers
 * would have cost, and the clients did not get them whole. On SQLite that is every hold, once, before the server listens;
 * on PostgreSQL nodes look after one another while they run, and take one for dead that is missing twice, `graceMs` apart:
 * it may only have lost its connection. Answers how to stop looking.
 */
export async function watchOrphans(deps: Deps, graceMs: number): Promise<() => void> {
  if (deps.storage.kind === 'sqlite') {
    for (const node of await otherNodes(deps)) await resolveNode(deps, node)
    return () => undefined
  }
  let suspects = new Set<string>()
  const look = async () => {
    const missing = await missingNodes(deps)
    for (const node of missing) if (suspects.has(node)) await resolveNode(deps, node)
    suspects = new Set(missing)
  }
  const lookAgain = () =>
    look().catch(error => deps.log.error({ err: error }, 'holds of dead nodes were not looked for'))
  await lookAgain()
  const timer = setInterval(lookAgain, graceMs)
  timer.unref()
  return () => clearInterval(timer)
}

async function otherNodes({ storage: { db }, node }: Deps): Promise<string[]> {
  const rows = await db.selectFrom('holds').select('node').distinct().where('node', '!=', node).execute()
  return rows.map(row => row.node)
}

/** Nodes with holds whose lock is free. */
async function missingNodes(deps: Deps): Promise<string[]> {
  const nodes = await otherNodes(deps)
  const checked = await Promise.all(nodes.map(async node => ((await isMissing(deps.storage.db, node)) ? [node] : [])))
  return checked.flat()
}

/** Tries the node's lock for the length of one statement. */
async function isMissing(db: Db, node: string): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${node}, 0)) as free`.execute(db)
  return rows[0]?.free === true
}

const AT_ONCE = 200

async function resolveNode({ storage, node, log, now }: Deps, dead: string): Promise<void> {
  for (;;) {
    const resolved = await storage.db.transaction().execute(async db => {
      const holds = await db.selectFrom('holds').selectAll().where('node', '=', dead).limit(AT_ONCE).execute()
      const commands = holds.map(hold => ({
        kind: 'release' as const,
        requestId: hold.request_id,
        log: orphanRow(hold, now()),
      }))
      await applyCommands(db, commands, { kind: storage.kind, node, now: now(), keepsLogs: true, keepsFigures: false })
      return holds.length
    })
    if (resolved === 0) return
    log.warn({ node: dead, holds: resolved }, 'holds of a dead process were given back')
  }
}

interface Orphan {
  request_id: string
  user_id: number
  token_id: number
  user_amount: number
  created_at: number
  context: string
}

function orphanRow(hold: Orphan, now: number): NewLogRow {
  // What `reserve` stored.
  const context: HoldContext = JSON.parse(hold.context)
  const other: LogOther = {
    error_code: 'server_stopped',
    charge_rule: { ended_by: 'killed', known: 'nothing', charged: 'free' },
  }
  return {
    ...context,
    user_id: hold.user_id,
    token_id: hold.token_id,
    created_at: now,
    use_time: now - hold.created_at,
    type: LOG_TYPE.error,
    ...messageColumns('server_stopped', { amount: hold.user_amount }, String, other),
  }
}
