import { chownSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { whenEnding } from './endings.mjs'
import { freePort } from './free-port.mjs'
import { runQuietly } from './run.mjs'
import { temporaryFolder } from './temporary-folder.mjs'

const layout = '--username=tollgate --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync'

// tests need no durability, and the load tests open many connections at once
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

/**
 * Starts a temporary PostgreSQL, removed when the script ends. Resolves to the URL of a superuser, who may create
 * databases.
 */
export async function startPostgres(pgCtl) {
  const postgres = await layOutPostgres(pgCtl, temporaryFolder('postgres'), careless)
  await postgres.start()
  whenEnding(() => postgres.stop('immediate'))
  return postgres.url
}

/** Creates a PostgreSQL in a folder, or uses the one there, on its own port. `stop` takes pg_ctl's modes. */
export async function layOutPostgres(pgCtl, folder, settings) {
  const user = unprivilegedUser()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)

  const control = (...args) => {
    const failure = 'PostgreSQL could not be started or ended; the reason is above.'
    return runQuietly(failure, pgCtl, ['-D', join(folder, 'data'), ...args], { ...user, cwd: folder })
  }
  const port = await freePort()
  const address = `-h 127.0.0.1 -p ${port} -k ${folder}`
  const options = settings.map(setting => `-c ${setting}`).join(' ')
  if (!existsSync(join(folder, 'data'))) await control('initdb', '-o', layout)
  return {
    port,
    url: `postgres://tollgate@127.0.0.1:${port}/postgres`,
    start: () => control('start', '-w', '-l', join(folder, 'log'), '-o', `${address} ${options}`),
    stop: mode => control('stop', '-w', '-m', mode),
  }
}

/** Databases refuse to run as root: then they run as PostgreSQL's user, or as nobody. */
export function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const account = ['postgres', 'nobody'].map(name => accounts.find(fields => fields[0] === name)).find(Boolean)
  return { uid: Number(account[2]), gid: Number(account[3]) }
}
