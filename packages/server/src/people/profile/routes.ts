import { calls } from '@tollgate/contract'
import { sessionCookie } from '../../platform/sessions/store.ts'
import { serve } from '../context.ts'
import { toUser } from '../users/to-user.ts'
import { deleteAccount } from './delete-account.ts'
import { makeAccessToken } from './make-access-token.ts'
import { endOtherSessions, endOwnSession, ownSessions } from './own-sessions.ts'
import { updateProfile } from './update-profile.ts'

/** What a user can do with their own account. */
export const profileEndpoints = [
  serve(calls.profile.update, async ({ body }, context) => toUser(await updateProfile(context, body))),

  serve(calls.profile.remove, async ({ query, body }, { app, caller, request, replyHeaders }) => {
    await deleteAccount(app, caller, body.username ?? query.username ?? '')
    replyHeaders.append('Set-Cookie', sessionCookie('', request, 0))
    return null
  }),

  serve(calls.profile.makeAccessToken, (_, { app, caller, replyHeaders }) => {
    replyHeaders.set('Cache-Control', 'no-store')
    return makeAccessToken(app, caller)
  }),

  serve(calls.profile.sessions, (_, context) => ownSessions(context)),

  serve(calls.profile.endSession, async ({ params }, context) => {
    await endOwnSession(context, params.id)
    return null
  }),

  serve(calls.profile.endOtherSessions, (_, context) => endOtherSessions(context)),
]
