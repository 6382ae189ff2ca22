import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bun, bunEnvironment } from '../../../scripts/lib/bun.mjs'
import { freePort } from '../../../scripts/lib/free-port.mjs'
import { inProject } from '../../../scripts/lib/project.mjs'
import { start, stop } from '../../../scripts/lib/run.mjs'
import { untilReady } from '../../../scripts/lib/until-port-answers.mjs'

export interface Gateway {
  url: string
  /** Its data folder. */
  folder: string
  databaseFile: string
  stop(isFolderKept?: boolean): Promise<void>
}

const { TEST_GATEWAY } = process.env
/** Compiled into one file, a gateway starts with a quarter of the work. */
const program = TEST_GATEWAY ?? bun
const args = TEST_GATEWAY ? [] : ['packages/server/src/main.ts']

const QUICK_PASSWORDS = inProject('packages', 'server', 'test', 'support', 'quick-passwords.ts')

/** Nothing listens at this port. */
const NOBODY = 'http://127.0.0.1:9'

const DATABASE = 'tollgate.db'
/** All of a data folder that outlives its gateway. */
const KEPT_FILES = [DATABASE, 'secret.key']

/** Starts a gateway over an empty database, which is not set up yet, or over a copy of what a stopped gateway left in a folder. */
export async function startGateway(copyOf?: string): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-browser-'))
  if (copyOf) for (const file of KEPT_FILES) copyFileSync(join(copyOf, file), join(folder, file))
  const port = await freePort()
  const place = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    WORKERS: '1',
    WARM_UP_CALLS: '0',
  }
  const env = {
    ...bunEnvironment,
    ...place,
    DATABASE_URL: '',
    REDIS_URL: '',
    // The form of a new channel asks its upstream for models by itself; makers of models cannot be reached.
    HTTPS_PROXY: NOBODY,
    BUN_OPTIONS: `--preload ${QUICK_PASSWORDS}`,
    // It ends before optimized machine code would repay its compilation.
    BUN_JSC_useDFGJIT: '0',
  }
  const server = start(program, args, { env })
  const url = `http://127.0.0.1:${port}`
  await untilReady('Tollgate', url, server)
  return {
    url,
    folder,
    databaseFile: join(folder, DATABASE),
    async stop(isFolderKept = false) {
      await stop(server)
      if (!isFolderKept) rmSync(folder, { recursive: true, force: true })
    },
  }
}
