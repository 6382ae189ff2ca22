import { LOG_TYPE, type LogOther } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { Storage } from '../../platform/storage/db.ts'
import { journalFile, journalsIn } from '../../platform/storage/journal-files.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { isTransient } from '../../platform/storage/transient-errors.ts'
import { messageColumns } from '../../records/logs/message.ts'
import { requestReference } from './call-entries.ts'
import { isJournalInUse, type LostCall, takeJournal } from './lost-calls.ts'
import { type NodeStore, nodeStore, type OtherNode } from './node.ts'

interface Deps {
  storage: Storage
  nodes: NodeStore
  /** This node's current id. */
  node(): string
  log: Logger
  /** Unix seconds. */
  now(): number
  /** Writes log rows that move no money. */
  record(rows: NewLogRow[]): Promise<unknown>
  /** Milliseconds, not affected by changes of the system time. */
  clock?(): number
}

/** Cleans up after dead nodes: returns their leases and writes a log row for each call that was running there. */
export interface DeadNodes {
  /** Gives up every other node at once, because this one is the only one. */
  giveUpAll(): Promise<void>
  /**
   * Gives up nodes that were silent at two checks `silentMs` apart, because an unreachable database silences all nodes. Returns
   * whether there are other nodes.
   */
  look(): Promise<boolean>
}

export function deadNodes(deps: Deps, silentMs: number): DeadNodes {
  const { storage, nodes, node, log, now, record, clock = () => performance.now() } = deps
  let suspects = new Map<string, { seen_at: number; since: number }>()

  /** Journals that cannot be removed from the folder; each is reported once. */
  const stuck = new Set<string>()

  /** Calls from removed journals whose rows are not written yet. They wait here while the database cannot be reached. */
  const unwritten: LostCall[] = []

  /** Reads a node's journal, unless the node still lives, because then its calls may still end. */
  async function readJournal(id: string): Promise<void> {
    try {
      if (isJournalInUse(storage.folder, id)) return
      unwritten.push(...takeJournal(storage.folder, id))
      stuck.delete(id)
      await writeRows()
    } catch (error) {
      if (isTransient(error) || !('syscall' in (error as object))) throw error
      if (!stuck.has(id))
        log.warn(
          `The journal ${journalFile(id)} of a dead process cannot be removed from ${storage.folder} (${(error as Error).message}): until it is, its calls get no log row.`,
        )
      stuck.add(id)
    }
  }

  /** Reads the journals of gone nodes in this node's folder. */
  async function readJournals(): Promise<void> {
    await writeRows()
    const found = journalsIn(storage.folder).filter(id => id !== node())
    if (found.length === 0) return
    const living = await storage.ledger.selectFrom('nodes').select('id').where('id', 'in', found).execute()
    const ids = new Set(living.map(({ id }) => id))
    for (const id of found) if (!ids.has(id)) await readJournal(id)
  }

  async function writeRows(): Promise<void> {
    let written = 0
    while (unwritten.length > 0) {
      const some = unwritten.slice(0, AT_ONCE)
      const settled = await storage.ledger
        .selectFrom('ledger_entries')
        .select('reference')
        .where(
          'reference',
          'in',
          some.map(call => requestReference(call.requestId)),
        )
        .execute()
      const references = new Set(settled.map(entry => entry.reference))
      const lost = some.filter(call => !references.has(requestReference(call.requestId)))
      await record(lost.map(call => lostRow(call, now())))
      unwritten.splice(0, some.length)
      written += lost.length
    }
    if (written > 0) log.warn({ calls: written }, 'calls of a dead process were logged')
  }

  return {
    async giveUpAll() {
      await giveUpAllNodes(storage, log, node())
      await readJournals()
    },
    async look() {
      const others = await nodes.others(node())
      const time = clock()
      const silent = others.filter(other => other.silentMs >= silentMs)
      suspects = new Map(
        silent.map(({ id, seen_at }) => {
          const known = suspects.get(id)
          return [id, known?.seen_at === seen_at ? known : { seen_at, since: time }]
        }),
      )
      for (const other of silent)
        if (time - (suspects.get(other.id)?.since ?? time) >= silentMs) await giveUpOne(nodes, other, log)
      await nodes.returnOrphans()
      await readJournals()
      return others.length > 0
    },
  }
}

async function giveUpOne(nodes: NodeStore, dead: OtherNode, log: Logger): Promise<void> {
  if (await nodes.giveUp(dead)) log.warn({ node: dead.id }, 'the leases of a dead process were returned')
}

/** Gives up every node but one, for a process that knows that no other is running. */
export async function giveUpAllNodes({ ledger, kind }: Storage, log: Logger, but = ''): Promise<void> {
  const nodes = nodeStore(ledger, kind)
  for (const other of await nodes.others(but)) await giveUpOne(nodes, other, log)
  await nodes.returnOrphans()
}

const AT_ONCE = 200

function lostRow({ requestId, userId, tokenId, amount, madeAt, context }: LostCall, now: number): NewLogRow {
  const other: LogOther = {
    error_code: 'server_stopped',
    call_id: requestId,
    charge_rule: { ended_by: 'killed', known: 'nothing', charged: 'free' },
  }
  return {
    ...context,
    user_id: userId,
    token_id: tokenId,
    created_at: now,
    use_time: Math.max(0, now - madeAt),
    type: LOG_TYPE.error,
    error_code: 'server_stopped',
    ...messageColumns('server_stopped', { amount }, String, other),
  }
}
