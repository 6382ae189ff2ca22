import type { AppContext } from '../app-context.ts'
import { hasRootUser } from '../users/store.ts'
import { isSetUp, markSetUp } from './store.ts'

/** At the start: a database that has a super admin but no mark of the set-up was set up by other means. */
export async function recogniseSetup({ db, version, now }: Pick<AppContext, 'db' | 'version' | 'now'>): Promise<void> {
  if (!(await isSetUp(db)) && (await hasRootUser(db))) await markSetUp(db, version, now())
}
