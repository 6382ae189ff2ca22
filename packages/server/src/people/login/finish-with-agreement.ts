import { USER_STATUS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import { expiredTicketCookie, takeTicket, tryTicket } from '../../platform/sessions/tickets.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { agreement, rulesToAgreeTo } from '../users/agreement.ts'
import { findUser, updateUser } from '../users/store.ts'
import { enter } from './sign-in.ts'

/** Records the consent of the user of the request's ticket, who has passed all factors, and signs them in. */
export async function finishWithAgreement(
  context: Pick<CallContext<never, PeopleContext>, 'app' | 'request' | 'clientIp' | 'replyHeaders'>,
): Promise<UserRow> {
  const { app, request, replyHeaders } = context
  const ticket = await tryTicket(app.db, request, app.now(), 'agreement')
  if (!ticket || !(await takeTicket(app.db, ticket.id))) throw consoleError('agreement_late')
  const user = await findUser(app.db, ticket.userId)
  if (!user || user.status === USER_STATUS.banned) throw consoleError('agreement_late')
  const given = agreement(rulesToAgreeTo(app), app)
  await updateUser(app.db, user.id, given)
  replyHeaders.append('Set-Cookie', expiredTicketCookie(request))
  return enter({ ...user, ...given }, context, ticket.provider)
}
