import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { whenEnding } from './endings.mjs'
import { freePort } from './free-port.mjs'
import { unprivilegedUser } from './postgres.mjs'
import { runQuietly, start, stop } from './run.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import { untilPortAnswers } from './until-port-answers.mjs'

/** Starts a temporary MariaDB, removed when the script ends. Resolves to the URL of a user who may do everything. */
export async function startMariadb({ mariadb, mariadbInstall }) {
  const folder = temporaryFolder('mariadb')
  const user = unprivilegedUser()
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const as = { ...user, cwd: folder }
  const data = `--datadir=${join(folder, 'data')}`
  const layout = ['--no-defaults', data, '--auth-root-authentication-method=normal', '--skip-test-db']
  await runQuietly('MariaDB could not be laid out; the reason is above.', mariadbInstall, layout, as)
  const port = await freePort()
  const address = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 'socket')}`]
  // tests need no durability
  const careless = ['--innodb-flush-log-at-trx-commit=0', '--skip-log-bin', '--innodb-buffer-pool-size=32M']
  const words = ['--no-defaults', data, `--pid-file=${join(folder, 'pid')}`, ...address, ...careless]
  const server = start(mariadb, words, { ...as, stdio: 'ignore' })
  whenEnding(() => stop(server))
  await untilPortAnswers('MariaDB', port, server)
  return `mysql://root@127.0.0.1:${port}/mysql`
}
