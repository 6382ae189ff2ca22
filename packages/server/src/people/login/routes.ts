import { calls, USER_ID_HEADER } from '@tollgate/contract'
import { isFromAnotherSite } from '../../platform/http/other-sites.ts'
import { serve } from '../context.ts'
import { checkTurnstile } from '../turnstile/check-turnstile.ts'
import { toUser } from '../users/to-user.ts'
import { checkPassword } from './check-password.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { finishWithAgreement } from './finish-with-agreement.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkey-sign-in.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const loginEndpoints = [
  serve(calls.users.login, async ({ query, body }, context) => {
    await checkTurnstile(context.app, query.turnstile, context.clientIp)
    const user = await checkPassword(context.app, { ...body, ip: context.clientIp })
    return toUser(await signIn(user, context))
  }),

  serve(calls.secondFactor.finishSignIn, async ({ body }, context) => toUser(await finishSignIn(context, body.code))),

  serve(calls.users.finishWithAgreement, async (_, context) => toUser(await finishWithAgreement(context))),

  serve(calls.passkeys.signInOptions, (_, context) => passkeySignInOptions(context)),

  serve(calls.passkeys.signIn, async ({ body }, context) => toUser(await signInWithPasskey(context, body.credential))),

  serve(calls.users.logout, (_, context) => signOut(context, context.request.headers.has(USER_ID_HEADER))),

  serve(calls.users.logoutByPost, (_, context) => signOut(context, !isFromAnotherSite(context.request))),
]
