/**
 * Writes rows into a gateway's log.
 * `bun log-rows.ts DATABASE_FILE ROWS`, the rows as JSON: values by column
 */
import { Database } from 'bun:sqlite'

const [, , file, rows = '[]'] = process.argv

const db = new Database(file)
db.run('pragma busy_timeout = 5000')
for (const row of JSON.parse(rows) as Record<string, string | number>[]) {
  const names = Object.keys(row).map(name => `"${name}"`)
  db.run(`insert into logs (${names.join()}) values (${names.map(() => '?').join()})`, Object.values(row))
}
db.close()
