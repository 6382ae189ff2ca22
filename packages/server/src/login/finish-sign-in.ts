import { USER_STATUS } from '@tollgate/contract'
import { consoleError } from '../http/console-error.ts'
import type { CallContext } from '../http/serve.ts'
import { checkCode } from '../second-factor/check-code.ts'
import { expiredTicketCookie, takeTicket, tryTicket } from '../sessions/tickets.ts'
import type { UserRow } from '../storage/schema.ts'
import { findUser } from '../users/store.ts'
import { enter } from './sign-in.ts'

/** Signs in the user of the request's ticket, with a one-time or recovery code. The ticket and the code work once. */
export async function finishSignIn(
  context: Pick<CallContext<never>, 'app' | 'request' | 'clientIp' | 'replyHeaders'>,
  code: string,
): Promise<UserRow> {
  const { app, request, clientIp, replyHeaders } = context
  const ticket = await tryTicket(app.db, request, app.now())
  if (!ticket) throw consoleError('second_factor_late')
  await checkCode(app, ticket.userId, { code, ip: clientIp })
  if (!(await takeTicket(app.db, ticket.id))) throw consoleError('second_factor_late')
  const user = await findUser(app.db, ticket.userId)
  if (!user || user.status === USER_STATUS.banned) throw consoleError('second_factor_late')
  replyHeaders.append('Set-Cookie', expiredTicketCookie(request))
  return enter(user, context)
}
