import { calls, USER_ID_HEADER } from '@tollgate/contract'
import { isFromAnotherSite } from '../http/other-sites.ts'
import { serve } from '../http/serve.ts'
import { toUser } from '../users/to-user.ts'
import { checkPassword } from './check-password.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const loginEndpoints = [
  serve(calls.users.login, async ({ body }, exchange) => {
    const user = await checkPassword(exchange.app, { ...body, ip: exchange.clientIp })
    return toUser(await signIn(user, exchange))
  }),

  serve(calls.users.logout, (_, exchange) => signOut(exchange, exchange.request.headers.has(USER_ID_HEADER))),

  serve(calls.users.logoutByPost, (_, exchange) => signOut(exchange, !isFromAnotherSite(exchange.request))),
]
