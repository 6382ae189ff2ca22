import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { signIn } from '../login/sign-in.ts'
import { limitTries } from '../registration/limit-mails.ts'
import { toUser } from '../users/to-user.ts'
import { acceptAsUser, readInvitation, registerInvited } from './accept.ts'
import { invitationCookie } from './cookie.ts'
import { invite, withdraw } from './invite.ts'
import { listInvitations } from './store.ts'

/** Invitations to the site: with a role, rights and a group. */
export const invitationEndpoints = [
  serve(calls.invitations.list, (_, { app }) => listInvitations(app.db, app.now())),

  serve(calls.invitations.create, ({ body }, context) => invite(context, body, context.language)),

  serve(calls.invitations.withdraw, async ({ params }, context) => {
    await withdraw(context, params.id)
    return null
  }),

  serve(calls.invitations.read, async ({ body: { code } }, { app, request, clientIp, replyHeaders }) => {
    const giveTryBack = limitTries(app, 'invitation', clientIp)
    const shown = await readInvitation(app, code)
    giveTryBack()
    replyHeaders.append('Set-Cookie', invitationCookie(code, request))
    return shown
  }),

  serve(calls.invitations.register, async ({ body }, context) => {
    const giveTryBack = limitTries(context.app, 'invitation', context.clientIp)
    const user = await registerInvited(context.app, body, context.clientIp)
    giveTryBack()
    return toUser(await signIn(user, context))
  }),

  serve(calls.invitations.accept, async ({ body }, context) => toUser(await acceptAsUser(context, body.code))),
]
