import type { Selectable } from 'kysely'
import { databaseTime } from '../../platform/storage/database-time.ts'
import type { Storage } from '../../platform/storage/db.ts'
import type { JobsTable } from '../../platform/storage/schema.ts'
import { run, type Value } from '../../platform/storage/statements.ts'

type JobRow = Selectable<JobsTable>
/** A row, and the database's current time. */
export type JobRowNow = JobRow & { now: number }

/** One run of a job; the lease has its id. */
export interface Run {
  name: string
  id: string
}

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
    finish: ({ name, id }: Run, outcome: { handled: number } | { error: string }): Promise<boolean> =>
      changes(
        `lease_until = ${time}, finished_at = ${time}, result = $1, handled = $2, error = $3
         where name = $4 and lease_holder = $5 and result = 'running'`,
        'error' in outcome ? ['failed', 0, outcome.error, name, id] : ['succeeded', outcome.handled, '', name, id],
      ),

    /** Releases an unfinished run: it is due again at once. */
    giveBack: ({ name, id }: Run): Promise<boolean> =>
      changes(`lease_until = ${time} where name = $1 and lease_holder = $2 and result = 'running'`, [name, id]),
  }
}
