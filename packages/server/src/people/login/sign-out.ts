import { consoleError } from '../../platform/http/console-error.ts'
import { type CallContext, ExtendedReply } from '../../platform/http/serve.ts'
import { endSession, sessionCookie, sessionCookieOf } from '../../platform/sessions/store.ts'
import type { PeopleContext } from '../context.ts'
import { providerLogoutUrl } from './provider-logout.ts'

/**
 * Ends the session of the request. A request without a session gets no cookie back, because another site may have sent
 * it. The reply names the address where the session's provider ends its own session.
 * @param isOwn whether the request proves that no other site sent it
 */
export async function signOut(
  { app, request, replyHeaders }: Pick<CallContext<never, PeopleContext>, 'app' | 'request' | 'replyHeaders'>,
  isOwn: boolean,
): Promise<null | ExtendedReply<null>> {
  const id = sessionCookieOf(request)
  if (!id) return null
  if (!isOwn) throw consoleError('user_header_missing')
  const provider = await endSession(app.db, id)
  replyHeaders.append('Set-Cookie', sessionCookie('', request, 0))
  return new ExtendedReply(null, { logout_url: await providerLogoutUrl(app, provider, request) })
}
