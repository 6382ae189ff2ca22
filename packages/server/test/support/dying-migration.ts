/** Migrates a database and dies at the end of the named step, before anything is committed. */
import { openStorage } from '../../src/platform/storage/db.ts'
import { migrate } from '../../src/platform/storage/migrate.ts'
import { migrations } from '../../src/platform/storage/migrations/index.ts'

const [place = '', deadly = ''] = process.argv.slice(2)
const step = migrations[deadly]
await migrate(openStorage(JSON.parse(place)), {
  ...migrations,
  async [deadly](db, kind) {
    await step?.(db, kind)
    process.kill(process.pid, 'SIGKILL')
    await new Promise(() => undefined)
  },
})
