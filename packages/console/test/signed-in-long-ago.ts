import { Database } from 'bun:sqlite'

/** Bun runs it with a gateway's database file: makes all sign-ins an hour old. */
const [, , file = ''] = process.argv
const database = new Database(file)
database.run('pragma busy_timeout = 5000')
database.run('update sessions set confirmed_at = confirmed_at - 3600')
database.close()
