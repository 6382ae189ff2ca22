import { USER_STATUS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { sessionCookie, startSession } from '../../platform/sessions/store.ts'
import { startTicket } from '../../platform/sessions/tickets.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import { recordOwnAct } from '../../records/logs/acts/record-own-act.ts'
import type { PeopleContext } from '../context.ts'
import { mustAgree } from '../users/agreement.ts'
import { recordSignIn } from '../users/store.ts'

type SignInContext = Pick<CallContext<never, PeopleContext>, 'app' | 'request' | 'clientIp' | 'replyHeaders'>

/**
 * Signs in a user who has passed one factor: a password or an outside identity. Throws `second_factor_needed` if two
 * are required; the reply's cookie then holds a ticket, with which `finishSignIn` continues.
 * @param provider the further OIDC provider they came from
 */
export async function signIn(user: UserRow, context: SignInContext, provider = ''): Promise<UserRow> {
  if (user.status === USER_STATUS.banned) throw consoleError('user_banned')
  if (user.second_factor_at === 0) return enter(user, context, provider)
  const { app, request, replyHeaders } = context
  replyHeaders.append('Set-Cookie', await startTicket(app.db, user.id, app.now(), request, { provider }))
  throw consoleError('second_factor_needed')
}

/**
 * Lets in a user who has passed all factors: starts a session and sets its cookie on the reply. Throws
 * `agreement_outstanding` if they have not agreed to the site's rules; the reply's cookie then holds a ticket, with
 * which `finishWithAgreement` continues.
 */
export async function enter(
  user: UserRow,
  { app, request, clientIp, replyHeaders }: SignInContext,
  provider = '',
): Promise<UserRow> {
  const { db } = app
  const now = app.now()
  if (mustAgree(app, user)) {
    replyHeaders.append('Set-Cookie', await startTicket(db, user.id, now, request, { provider, missing: 'agreement' }))
    throw consoleError('agreement_outstanding')
  }
  const userAgent = request.headers.get('user-agent') ?? ''
  const id = await startSession(db, { userId: user.id, now, ip: clientIp, userAgent, provider })
  await recordSignIn(db, user.id, now)
  await recordOwnAct(user, 'signed_in', { app, ip: clientIp, userAgent })
  replyHeaders.append('Set-Cookie', sessionCookie(id, request))
  return { ...user, last_login_at: now }
}
