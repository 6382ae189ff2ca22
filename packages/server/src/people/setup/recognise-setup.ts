import type { PeopleContext } from '../context.ts'
import { hasRootUser } from '../users/store.ts'
import { isSetUp, markSetUp } from './store.ts'

/** At the start, marks the set-up as done if the database already has a super admin. */
export async function recogniseSetup({
  db,
  version,
  now,
}: Pick<PeopleContext, 'db' | 'version' | 'now'>): Promise<void> {
  if (!(await isSetUp(db)) && (await hasRootUser(db))) await markSetUp(db, version, now())
}
