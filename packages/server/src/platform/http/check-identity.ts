import { type Call, ROLE } from '@tollgate/contract'
import type { PlatformContext } from '../context.ts'
import { currentSession } from '../sessions/current.ts'
import { consoleError } from './console-error.ts'
import type { Caller } from './serve.ts'

/** How long a confirmation or a sign-in stays valid. */
const CONFIRMED_SECONDS = 600

type Means = Pick<PlatformContext, 'db' | 'now'>

/**
 * Refuses administrators without the second factor that the operator requires, except for the calls that set one up.
 */
export function requireSecondFactor(
  call: Pick<Call, 'access' | 'beforeSecondFactor'>,
  caller: Caller | null,
  { options }: Pick<PlatformContext, 'options'>,
): void {
  if (call.access === 'public' || call.beforeSecondFactor || !caller) return
  const isMissing = caller.role >= ROLE.admin && caller.second_factor_at === 0
  if (isMissing && options.get('SecondFactorForAdminsEnabled')) throw consoleError('second_factor_required')
}

/** Refuses a call that needs a recent confirmation if the session has none. */
export async function requireConfirmation(call: Call, request: Request, { db, now }: Means): Promise<void> {
  if (call.confirm) await requireFreshConfirmation(request, { db, now })
}

/** The same for a public call that changes how somebody signs in. */
export async function requireFreshConfirmation(request: Request, { db, now }: Means): Promise<void> {
  const session = await currentSession(db, request)
  if (!session) throw consoleError('confirmation_needs_session')
  // A clock that is set back does not extend a confirmation.
  if (Math.abs(now() - session.confirmed_at) > CONFIRMED_SECONDS) throw consoleError('confirmation_needed')
}
