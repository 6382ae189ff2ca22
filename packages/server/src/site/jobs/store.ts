import type { JobRun } from '@tollgate/contract'
import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely'
import { databaseTime } from '../../platform/storage/database-time.ts'
import type { Db, Storage } from '../../platform/storage/db.ts'
import type { JobRunsTable, JobsTable, Tables } from '../../platform/storage/schema.ts'
import { run, type Value } from '../../platform/storage/statements.ts'

type JobRow = Selectable<JobsTable>
/** A row, and the database's current time. */
export type JobRowNow = JobRow & { now: number }

/** One run of a job; the lease has its id. */
export interface Run {
  name: string
  id: string
}

/** The node of a run, as the history names it. */
export type RunPlace = Pick<JobRunsTable, 'server' | 'worker'>
/** What the history keeps of a run beside its outcome. */
type Ended = RunPlace & { tookMs: number }
type Kept = Ended & Pick<JobRunsTable, 'result' | 'handled' | 'error'>

const KEPT_RUNS = 50
/** Runs every minute would push a failure of last night out. */
const KEPT_FAILURES = 10

export type JobStore = ReturnType<typeof jobStore>

/** The rows of the jobs and their leases. Each change is one conditional statement, timed by the database's clock. */
export function jobStore({ db, kind }: Storage) {
  const time = databaseTime(kind)
  const onConnection = db.getExecutor()

  /** Whether a row was changed. */
  const changes = (text: string, parameters: readonly Value[]): Promise<boolean> =>
    onConnection.provideConnection(async connection => {
      const { rows } = await run(connection, `update jobs set ${text} returning name`, parameters)
      return rows.length > 0
    })

  /** Ends a claim and keeps the run; false if another run has claimed the job. */
  const release = ({ name, id }: Run, change: UpdateObject<Tables, 'jobs'>, { tookMs, ...kept }: Kept) =>
    db.transaction().execute(async trx => {
      const row = await trx
        .updateTable('jobs')
        .set({ lease_until: sql<number>`${sql.raw(time)}`, ...change })
        .where('name', '=', name)
        .where('lease_holder', '=', id)
        .where('result', '=', 'running')
        .returning('started_at')
        .executeTakeFirst()
      if (row) await keepRun(trx, { name, started_at: row.started_at, took_ms: tookMs, ...kept })
      return row !== undefined
    })

  return {
    async makeRows(names: readonly string[]): Promise<void> {
      await db
        .insertInto('jobs')
        .values(names.map(name => ({ name })))
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },

    readRows: (): Promise<JobRowNow[]> =>
      onConnection.provideConnection(async connection => {
        const { rows } = await run<JobRowNow>(connection, `select jobs.*, ${time} as now from jobs`, [])
        return [...rows]
      }),

    /** Claims a job for a run; false while another run has it, or, with `everySeconds`, before it is due. */
    claim: ({ name, id }: Run, leaseSeconds: number, everySeconds = 0): Promise<boolean> =>
      changes(
        `lease_holder = $1, lease_until = ${time} + $2, started_at = ${time}, result = 'running', error = '', runs = runs + 1
         where name = $3 and lease_until <= ${time} and (result = 'running' or started_at + $4 <= ${time})`,
        [id, leaseSeconds, name, everySeconds],
      ),

    /** Extends a claim; false if it was lost. */
    renew: ({ name, id }: Run, leaseSeconds: number): Promise<boolean> =>
      changes(`lease_until = ${time} + $1 where name = $2 and lease_holder = $3 and lease_until > ${time}`, [
        leaseSeconds,
        name,
        id,
      ]),

    /** Records a run's result and releases the job; false if another run has claimed it. */
    finish: (claimed: Run, outcome: { handled: number } | { error: string }, ended: Ended): Promise<boolean> => {
      const [result, handled, error] =
        'error' in outcome ? (['failed', 0, outcome.error] as const) : (['succeeded', outcome.handled, ''] as const)
      const change = { finished_at: sql<number>`${sql.raw(time)}`, result, handled, error }
      return release(claimed, change, { result, handled, error, ...ended })
    },

    /** Releases an unfinished run: it is due again at once. */
    giveBack: (claimed: Run, ended: Ended): Promise<boolean> =>
      release(claimed, {}, { result: 'interrupted', handled: 0, error: '', ...ended }),

    /** The last runs of a job, newest first. */
    runsOf: (name: string): Promise<JobRun[]> =>
      db
        .selectFrom('job_runs')
        .select(['id', 'started_at', 'took_ms', 'result', 'handled', 'error', 'server', 'worker'])
        .where('name', '=', name)
        .orderBy('id', 'desc')
        .execute(),
  }
}

/** Adds a run to the history, and removes those that are no longer kept. */
async function keepRun(db: Db, run: Insertable<JobRunsTable>): Promise<void> {
  await db.insertInto('job_runs').values(run).execute()
  const last = db.selectFrom('job_runs').select('id').where('name', '=', run.name).orderBy('id', 'desc')
  await db
    .deleteFrom('job_runs')
    .where('name', '=', run.name)
    .where('id', 'not in', last.limit(KEPT_RUNS))
    .where('id', 'not in', last.where('result', '=', 'failed').limit(KEPT_FAILURES))
    .execute()
}
