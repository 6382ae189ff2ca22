import { type Assertion, RATE_LIMITS, USER_STATUS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { networkOf, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { CallContext } from '../../platform/http/serve.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { assertionOptions, checkAssertion } from '../passkeys/assert.ts'
import { browserHolder, expiredHolderCookie, newBrowserHolder } from '../passkeys/challenges.ts'
import { findUser } from '../users/store.ts'
import { enter } from './sign-in.ts'

/** The number of challenges a stranger may have stored. */
const PER_CLIENT: RateLimit = RATE_LIMITS.passkeyChallenge

type Context = Pick<CallContext<never, PeopleContext>, 'app' | 'request' | 'clientIp' | 'replyHeaders'>

/** Returns the request for the browser, and sets the cookie that binds the challenge to it. */
export async function passkeySignInOptions({ app, request, clientIp, replyHeaders }: Context) {
  const retryAfter = app.rateLimiter.take(`passkey challenge for ${networkOf(clientIp)}`, PER_CLIENT)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
  const { holder, cookie } = newBrowserHolder(request)
  const options = await assertionOptions(app, { purpose: 'sign-in', holder, request }, null)
  replyHeaders.append('Set-Cookie', cookie)
  return options
}

/** Signs in the owner of a passkey. It counts as two factors: the device, and how its holder unlocks it. */
export async function signInWithPasskey(context: Context, assertion: Assertion): Promise<UserRow> {
  const { app, request, replyHeaders } = context
  const passkey = await checkAssertion(app, { purpose: 'sign-in', holder: browserHolder(request), request }, assertion)
  const user = await findUser(app.db, passkey.user_id)
  if (!user || user.status === USER_STATUS.banned) throw consoleError('passkey_refused')
  replyHeaders.append('Set-Cookie', expiredHolderCookie(request))
  return enter(user, context)
}
