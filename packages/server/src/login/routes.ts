import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { toUser } from '../users/to-user.ts'
import { checkPassword } from './check-password.ts'
import { endSession, sessionCookie, sessionCookieOf } from './sessions.ts'
import { signIn } from './sign-in.ts'

export const loginEndpoints = [
  serve(calls.users.login, async ({ body }, exchange) => {
    const user = await checkPassword(exchange.world, { ...body, ip: exchange.clientIp })
    return toUser(await signIn(user, exchange))
  }),

  serve(calls.users.logout, async (_, { world, request, replyHeaders }) => {
    const id = sessionCookieOf(request)
    if (id) await endSession(world.db, id)
    replyHeaders.append('Set-Cookie', sessionCookie('', request, 0))
    return null
  }),
]
