import { consoleError } from '../../platform/http/console-error.ts'
import { checkRank } from '../../platform/http/rank.ts'
import type { Caller } from '../../platform/http/serve.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { findUser } from './store.ts'

/** Returns the user or team, or throws unless it exists and is of a lower rank than the caller. */
export async function userBelow(db: PeopleContext['db'], caller: Caller, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw consoleError('user_not_found')
  if (user.role >= caller.role) throw consoleError('user_role_not_below')
  if (user.is_team === 1) await checkRank(db, caller, id)
  return user
}
