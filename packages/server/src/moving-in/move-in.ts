import { type ImportChoices, type ImportNote, ROLE } from '@tollgate/contract'
import type { Transaction } from 'kysely'
import { recallAll } from '../money/ledger/index.ts'
import type { Secrets } from '../platform/secrets/secrets.ts'
import type { Db, Storage } from '../platform/storage/db.ts'
import { lockName } from '../platform/storage/lock-name.ts'
import type { Tables } from '../platform/storage/schema.ts'
import { refuseLogWithoutRoom } from './log-room.ts'
import { holds, type Proof } from './proof/proof.ts'
import { prove } from './proof/prove.ts'
import { sourceIdOf } from './source-id.ts'
import { SourceProblem } from './sources/problem.ts'
import type { Source } from './sources/source.ts'
import { syncChanges } from './sync/sync.ts'
import { moveTables } from './tables/all.ts'
import { type Generation, generationOf } from './tables/generation.ts'
import { refuseUnreadableLog } from './tables/log-check.ts'
import { type LogWindow, moveLogs } from './tables/logs.ts'
import { type Move, type Noted, rememberedRows } from './tables/move.ts'

type Decided = 'subscriptions' | 'debts'

export interface MoveInOptions extends Omit<ImportChoices, Decided>, Partial<Pick<ImportChoices, Decided>> {
  /** Reads and computes everything, and writes nothing. */
  isDryRun: boolean
  /** Also brings what has changed in the source since it was imported. */
  isSync?: boolean
  /** Unix seconds. */
  now: number
  /** Its abort undoes what is incomplete; imported log rows stay. */
  signal?: AbortSignal
}

export interface MovedIn {
  id: string
  generation: Generation
  notes: ImportNote[]
  proof: Proof
  /** Whether nothing was left to do. */
  wasHere: boolean
}

interface Target {
  storage: Storage
  secrets: Secrets
}

/** Carries the result of a dry run out of its transaction, which is rolled back. */
class RolledBack extends Error {
  constructor(readonly moved: MovedIn) {
    super('rolled back')
  }
}

/**
 * Imports a source: everything but its log in one transaction, then the log in small ones. Another run continues a killed
 * one; what is already here stays unchanged.
 *
 * @throws SourceProblem
 */
export async function moveIn(
  { storage, secrets }: Target,
  source: Source,
  options: MoveInOptions,
  onLogRows: (rows: number) => void = () => undefined,
): Promise<MovedIn> {
  const generation = generationOf(source)
  const id = sourceIdOf(source)
  // else a balance that nodes have leased would look spent, and what is taken from it become a debt
  if (options.isSync && !options.isDryRun) await recallAll(storage.db)
  const moved = await storage.slow
    .transaction()
    .execute(async db => {
      const moved = await moveAll({ db, secrets, source, generation, id, options })
      // A failed proof undoes everything.
      if (options.isDryRun || !holds(moved.proof)) throw new RolledBack(moved)
      return moved
    })
    .catch(error => {
      if (error instanceof RolledBack) return error.moved
      throw error
    })
  if (options.isDryRun || !holds(moved.proof)) return moved
  const logs = options.isSync ? await logsOf(storage, id) : options.logs
  await moveLogs({ storage, source, generation, id }, logs, rows => {
    options.signal?.throwIfAborted()
    onLogRows(rows)
  })
  return { ...moved, proof: await prove({ db: storage.slow, secrets, source, generation, id, logs }) }
}

/** The part of the log that came. */
async function logsOf({ slow }: Storage, id: string): Promise<LogWindow> {
  const { logs_since } = await slow
    .selectFrom('imports')
    .select('logs_since')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return logs_since
}

interface All {
  db: Transaction<Tables>
  secrets: Secrets
  source: Source
  generation: Generation
  id: string
  options: MoveInOptions
}

async function moveAll({ db, secrets, source, generation, id, options }: All): Promise<MovedIn> {
  await lockName(db, 'import')
  const known = await db.selectFrom('imports').select('id').where('id', '=', id).executeTakeFirst()
  if (options.isSync && !known)
    throw new SourceProblem(`${source.name} was not imported into this site, so there is nothing to bring up to date.`)
  const before = await siteBefore(db)
  const isMerge = before === 'used' || (before === 'set up' && options.into === 'merge')
  if (isMerge && !known && options.into === 'empty')
    throw new SourceProblem(
      'This site is in use already. Import into a new one (another DATA_DIR or DATABASE_URL), or add --into merge, which gives every imported user an account of their own.',
    )
  if (!known && options.logs !== null) await refuseLogWithoutRoom(db, source)
  if (options.logs !== null) refuseUnreadableLog(source, options.logs)
  if (!known)
    await db
      .insertInto('imports')
      .values({
        id,
        name: source.name,
        generation: generation.name,
        sha256: source.sha256,
        imported_at: options.now,
      })
      .execute()
  const notes = collectNotes()
  const remembered = await rememberedRows(db, id)
  let brought = 0
  let changed = 0
  const move: Move = {
    db,
    source,
    generation,
    id,
    isMerge,
    prices: options.prices,
    subscriptions: options.subscriptions ?? 'list',
    debts: options.debts ?? 'keep',
    secrets,
    now: options.now,
    rowOf: remembered.rowOf,
    remember(kind, rows) {
      brought += rows.length
      return remembered.remember(kind, rows)
    },
    note: notes.add,
  }
  await moveTables(move, options.signal)
  if (options.isSync) changed = await syncChanges(move)
  const proof = await prove({ db, secrets, source, generation, id, logs: null })
  return { id, generation, notes: notes.all(), proof, wasHere: known !== undefined && brought + changed === 0 }
}

/** `set up`: only a first set-up was made; its super admin keeps account and id beside those of the source. */
export async function siteBefore(db: Db): Promise<'empty' | 'set up' | 'used'> {
  const users = await db.selectFrom('users').select('role').limit(2).execute()
  if (users.length === 0) return 'empty'
  const token = await db.selectFrom('tokens').select('id').limit(1).executeTakeFirst()
  const channel = await db.selectFrom('channels').select('id').limit(1).executeTakeFirst()
  return users.length === 1 && users[0]?.role === ROLE.root && !token && !channel ? 'set up' : 'used'
}

/** Collects notes; those with the same text become one with all their rows. */
function collectNotes() {
  const found = new Map<string, ImportNote>()
  return {
    add(note: Noted, row: number | string, amount?: number) {
      const key = `${note.table} ${note.text}`
      const known: ImportNote = found.get(key) ?? { ...note, rows: [] }
      known.rows.push(row)
      if (amount !== undefined) known.sum = (known.sum ?? 0) + amount
      found.set(key, known)
    },
    all: () => [...found.values()],
  }
}
