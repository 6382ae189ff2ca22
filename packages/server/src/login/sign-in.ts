import type { CallContext } from '../http/serve.ts'
import { sessionCookie, startSession } from '../sessions/store.ts'
import type { UserRow } from '../storage/schema.ts'
import { recordSignIn } from '../users/store.ts'

type SignInContext = Pick<CallContext<never>, 'app' | 'request' | 'clientIp' | 'replyHeaders'>

/** Signs an authenticated user in: starts a session and sets its cookie on the reply. */
export async function signIn(user: UserRow, { app, request, clientIp, replyHeaders }: SignInContext): Promise<UserRow> {
  const { db } = app
  const now = app.now()
  const userAgent = request.headers.get('user-agent') ?? ''
  const id = await startSession(db, { userId: user.id, now, ip: clientIp, userAgent })
  await recordSignIn(db, user.id, now)
  replyHeaders.append('Set-Cookie', sessionCookie(id, request))
  return { ...user, last_login_at: now }
}
