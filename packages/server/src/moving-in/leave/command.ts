import { StartError } from '../../platform/process/environment.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { Storage } from '../../platform/storage/db.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'
import { newApiSql } from './new-api-sql.ts'
import type { SqlKind } from './sql-text.ts'

const KINDS: readonly SqlKind[] = ['sqlite', 'postgres', 'mysql']
const USAGE = 'Usage: tollgate export --as new-api [--database sqlite|postgres|mysql]'

/** @throws StartError with the usage */
export function readExportArguments(given: readonly string[]): SqlKind {
  const [as, program, database = '--database', kind = 'sqlite', ...more] = given
  const found = KINDS.find(one => one === kind)
  if (as !== '--as' || program !== 'new-api' || database !== '--database' || !found || more.length > 0)
    throw new StartError(USAGE)
  return found
}

/** `tollgate export --as new-api`: this site as SQL for another gateway. */
export const exportAs = (
  { storage, secrets }: { storage: Storage; secrets: Secrets },
  kind: SqlKind,
  say: (line: string) => void,
): Promise<void> =>
  atOneMoment(storage.slow, async db => {
    for await (const line of newApiSql(db, secrets, kind)) say(line)
  })
