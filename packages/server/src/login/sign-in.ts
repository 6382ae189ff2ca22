import type { Exchange } from '../http/serve.ts'
import { purgeExpiredSessions, sessionCookie, startSession } from '../sessions/store.ts'
import type { UserRow } from '../storage/schema.ts'
import { recordSignIn } from '../users/store.ts'

type Entrance = Pick<Exchange<never>, 'app' | 'request' | 'clientIp' | 'replyHeaders'>

/** Lets a user in, however identified: starts a session and hands its cookie over with the reply. */
export async function signIn(user: UserRow, { app, request, clientIp, replyHeaders }: Entrance): Promise<UserRow> {
  const { db } = app
  const now = app.now()
  await purgeExpiredSessions(db, now)
  const userAgent = request.headers.get('user-agent') ?? ''
  const id = await startSession(db, { userId: user.id, now, ip: clientIp, userAgent })
  await recordSignIn(db, user.id, now)
  replyHeaders.append('Set-Cookie', sessionCookie(id, request))
  return { ...user, last_login_at: now }
}
