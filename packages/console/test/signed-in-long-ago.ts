import { Database } from 'bun:sqlite'

/** Run by Bun with a gateway's database file: everybody signed in an hour ago. */
const [, , file = ''] = process.argv
const database = new Database(file)
database.run('pragma busy_timeout = 5000')
database.run('update sessions set confirmed_at = confirmed_at - 3600')
database.close()
