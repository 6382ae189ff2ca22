import type { PlatformContext } from '../context.ts'
import type { UserRow } from '../storage/schema.ts'
import { SESSION_SECONDS, sessionCookieOf, sessionKey } from './store.ts'

/** A session is renewed at most this often, so that most requests do not write. */
const RENEW_AFTER_SECONDS = 3600

type Means = Pick<PlatformContext, 'db' | 'now'>

/** Returns the user of the session in the cookie, or null. Renews the session. */
export async function findCallerBySession({ db, now }: Means, request: Request): Promise<UserRow | null> {
  const id = sessionCookieOf(request)
  if (!id) return null
  const session = await db.selectFrom('sessions').selectAll().where('id', '=', sessionKey(id)).executeTakeFirst()
  if (!session || session.expires_at <= now()) return null
  if (session.last_used_at + RENEW_AFTER_SECONDS < now()) {
    await db
      .updateTable('sessions')
      .set({ last_used_at: now(), expires_at: now() + SESSION_SECONDS })
      .where('id', '=', session.id)
      .execute()
  }
  return findLivingUser(db, 'id', session.user_id)
}

/** Returns the user of a system access token, or null. */
export async function findCallerByAccessToken(
  { db, secrets }: Pick<PlatformContext, 'db' | 'secrets'>,
  accessToken: string,
): Promise<UserRow | null> {
  return accessToken === '' ? null : findLivingUser(db, 'access_token', secrets.fingerprint(accessToken))
}

async function findLivingUser(
  db: PlatformContext['db'],
  column: 'id' | 'access_token',
  value: number | string,
): Promise<UserRow | null> {
  const found = await db
    .selectFrom('users')
    .selectAll()
    .where(column, '=', value)
    .where('deleted_at', 'is', null)
    // Nobody signs in to the account of a team.
    .where('is_team', '=', 0)
    .executeTakeFirst()
  return found ?? null
}
