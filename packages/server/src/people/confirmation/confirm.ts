import { type Assertion, type ConfirmationMeans, RATE_LIMITS } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { CallContext, Caller } from '../../platform/http/serve.ts'
import { recordConfirmation } from '../../platform/sessions/store.ts'
import type { PeopleContext } from '../context.ts'
import { assertionOptions, checkAssertion } from '../passkeys/assert.ts'
import { sessionHolder } from '../passkeys/challenges.ts'
import { passkeySite } from '../passkeys/passkey-site.ts'
import { passkeysOf } from '../passkeys/store.ts'
import { checkCode } from '../second-factor/check-code.ts'
import { isPassword } from '../users/password.ts'

/** Wrong passwords and codes per session, so that a stolen session does not lock the owner's other sessions out. */
const PER_SESSION: RateLimit = RATE_LIMITS.confirmation

type Context = Pick<CallContext<never, PeopleContext>, 'app' | 'request' | 'clientIp'> & { caller: Caller }

/** Returns the ways in which the caller can confirm, the quickest first. */
export async function confirmationMeans({ app, caller, request }: Context): Promise<ConfirmationMeans[]> {
  const means: Record<ConfirmationMeans, boolean> = {
    passkey: passkeySite(app, request) !== null && (await passkeysOf(app.db, caller.id)).length > 0,
    code: caller.second_factor_at > 0,
    password: caller.password !== '',
  }
  // Object.keys loses the type of the keys.
  return (Object.keys(means) as ConfirmationMeans[]).filter(way => means[way])
}

export async function confirmByText(
  { app, caller, request, clientIp }: Context,
  given: { password: string } | { code: string },
): Promise<void> {
  const session = sessionHolder(request)
  const giveGuessBack = limitGuesses(app, session)
  if ('password' in given) {
    if (!(await isPassword(given.password, caller.password))) throw consoleError('confirmation_wrong', {}, 'password')
  } else await checkCode(app, caller.id, { code: given.code, ip: clientIp })
  giveGuessBack()
  await recordConfirmation(app.db, session, app.now())
}

export const confirmationOptions = ({ app, caller, request }: Context): Promise<Record<string, unknown>> =>
  assertionOptions(app, { purpose: 'confirm', holder: sessionHolder(request), request }, caller.id)

export async function confirmByPasskey({ app, caller, request }: Context, assertion: Assertion): Promise<void> {
  const session = sessionHolder(request)
  const passkey = await checkAssertion(app, { purpose: 'confirm', holder: session, request }, assertion)
  if (passkey.user_id !== caller.id) throw consoleError('passkey_refused')
  await recordConfirmation(app.db, session, app.now())
}

function limitGuesses({ rateLimiter }: PeopleContext, session: string): () => void {
  const key = `confirmation of ${session}`
  const retryAfter = rateLimiter.take(key, PER_SESSION)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
  return () => rateLimiter.giveBack(key)
}
