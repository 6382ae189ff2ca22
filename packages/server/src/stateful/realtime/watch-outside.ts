import type { EndedBy } from '@tollgate/contract'
import { ApiError } from '../../platform/http/api-error.ts'
import { NO_SLOT } from '../../platform/process/bag.ts'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

interface Watched {
  logged: LoggedCall
  /** @throws ApiError if the token or its owner may no longer call */
  checkCaller(): Promise<unknown>
  /** The server takes no new calls. */
  stopping(reason: ApiError): void
  fail(error: unknown, endedBy?: EndedBy): void
}

/** What ends a session from outside: a caller who loses their rights, and a stopping server. */
export interface Outside {
  begin(): void
  checkAgain(): Promise<void>
  end(): void
}

/** The statuses of errors that mean the caller may not call. */
const REFUSALS = new Set([401, 403])

export function watchOutside(
  { logged, checkCaller, stopping, fail }: Watched,
  deps: Pick<StatefulDeps, 'tokens' | 'inFlight'>,
): Outside {
  /** A disabled token or owner ends the session at once; everything produced until then is charged. */
  async function checkAgain(): Promise<void> {
    try {
      await checkCaller()
    } catch (error) {
      // Without the database, the session continues; at most the next response is refused.
      if (error instanceof ApiError && REFUSALS.has(error.status)) fail(error, 'gateway_stop')
    }
  }

  const session = { slot: NO_SLOT, cut: (reason: ApiError) => fail(reason) }
  let unsubscribe: (() => void)[] = []
  return {
    begin() {
      deps.inFlight.whenCutOff(session)
      unsubscribe = [
        deps.tokens.whenChanged(logged.identity, () => void checkAgain()),
        deps.inFlight.whenClosed(stopping),
        () => deps.inFlight.ignoreCutOff(session),
      ]
    },
    checkAgain,
    end() {
      for (const cancel of unsubscribe) cancel()
    },
  }
}
