/**
 * Moves the recent calls of a furnished gateway into the last days, as if it had been in use for long. `bun in-use-for-days.ts
 * DATABASE_FILE`
 */
import { Database } from 'bun:sqlite'

const db = new Database(process.argv[2])
db.run('pragma busy_timeout = 5000')

// The newest calls are seconds old, the oldest hours.
const calls = db.query<{ id: number }, []>('select id from logs order by id desc').all()
for (const [age, { id }] of calls.entries()) {
  db.run('update logs set created_at = created_at - ? where id = ?', [Math.round(7 * age ** 2.4), id])
}
db.run('update tokens set created_time = created_time - id * id * 90000')
db.run('update channels set test_time = created_time - id * 130, response_time = 240 + id * id * 61 % 1700')
db.run('update channels set response_time = 0 where status <> 1')
db.close()
