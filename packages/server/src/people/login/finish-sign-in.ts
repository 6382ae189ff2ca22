import { USER_STATUS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { expiredTicketCookie, takeTicket, tryTicket } from '../../platform/sessions/tickets.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { checkCode } from '../second-factor/check-code.ts'
import { findUser } from '../users/store.ts'
import { enter } from './sign-in.ts'

/** Signs in the user of the request's ticket, with a one-time or recovery code. The ticket and the code work once. */
export async function finishSignIn(
  context: Pick<CallContext<never, PeopleContext>, 'app' | 'request' | 'clientIp' | 'replyHeaders'>,
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
  return enter(user, context, ticket.provider)
}
