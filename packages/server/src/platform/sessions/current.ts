import type { Selectable } from 'kysely'
import type { Db } from '../storage/db.ts'
import type { SessionsTable } from '../storage/schema.ts'
import { sessionCookieOf, sessionKey } from './store.ts'

/** Returns the stored key of the call's session; undefined for a system access token. */
export function currentSessionKey(request: Request): string | undefined {
  if (request.headers.has('authorization')) return undefined
  const id = sessionCookieOf(request)
  return id && sessionKey(id)
}

/** Returns the call's session; undefined for a system access token. */
export async function currentSession(db: Db, request: Request): Promise<Selectable<SessionsTable> | undefined> {
  const key = currentSessionKey(request)
  if (!key) return undefined
  return db.selectFrom('sessions').selectAll().where('id', '=', key).executeTakeFirst()
}
