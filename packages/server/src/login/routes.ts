import { calls, USER_ID_HEADER } from '@tollgate/contract'
import { isFromAnotherSite } from '../http/other-sites.ts'
import { serve } from '../http/serve.ts'
import { toUser } from '../users/to-user.ts'
import { checkPassword } from './check-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const loginEndpoints = [
  serve(calls.users.login, async ({ body }, context) => {
    const user = await checkPassword(context.app, { ...body, ip: context.clientIp })
    return toUser(await signIn(user, context))
  }),

  serve(calls.users.logout, (_, context) => signOut(context, context.request.headers.has(USER_ID_HEADER))),

  serve(calls.users.logoutByPost, (_, context) => signOut(context, !isFromAnotherSite(context.request))),
]
