import type { OwnSession } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { currentSessionKey } from '../../platform/sessions/current.ts'
import { endSessionByKey, endSessionsExcept, sessionsOf } from '../../platform/sessions/store.ts'
import { toSession } from '../../platform/sessions/to-session.ts'
import type { PeopleContext } from '../context.ts'

type Context = Pick<CallContext<never, PeopleContext>, 'app' | 'request'> & { caller: { id: number } }

/** Returns the caller's sessions, most recently used first. */
export async function ownSessions({ app, caller, request }: Context): Promise<OwnSession[]> {
  const current = currentSessionKey(request)
  const sessions = await sessionsOf(app.db, caller.id, app.now())
  return sessions.map(session => ({ ...toSession(session), is_current: session.id === current }))
}

/** Ends one of the caller's sessions, by its displayed id. */
export async function endOwnSession({ app, caller }: Context, shownId: string): Promise<void> {
  const sessions = await sessionsOf(app.db, caller.id, app.now())
  const session = sessions.find(session => toSession(session).id === shownId)
  if (!session) throw consoleError('session_not_found')
  await endSessionByKey(app.db, session.id)
}

/** Ends all sessions of the caller except that of this call; all of them if the call used a token. Returns how many. */
export const endOtherSessions = ({ app, caller, request }: Context): Promise<number> =>
  endSessionsExcept(app.db, caller.id, currentSessionKey(request))
