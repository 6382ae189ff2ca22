import type { ApiError } from '../../platform/http/api-error.ts'
import type { Watch, Watchdog } from '../../platform/process/watchdog.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import type { TimeLimits } from '../../relay/upstream/call-upstream.ts'

interface Watched {
  watchdog: Watchdog
  limits: TimeLimits
  /** Between responses nothing is awaited, so there is no limit. */
  awaited(): 'first byte' | 'more' | 'nothing'
  /** Whether the upstream's messages are not being read. */
  isBlocked(): boolean
  onSilence(reason: ApiError): void
}

/** Limits the silence of a session's upstream. */
export interface Silence {
  /** Starts the limit again, for what is awaited now. */
  restart(): void
  /** Gives the upstream this long for its last messages. */
  allow(milliseconds: number, over: () => void): void
  end(): void
}

export function watchSilence({ watchdog, limits, awaited, isBlocked, onSilence }: Watched): Silence {
  let watch: Watch | undefined
  const end = (): void => watch?.done()

  function restart(): void {
    end()
    const what = awaited()
    if (what === 'nothing') return
    const [seconds, code] =
      what === 'more'
        ? ([limits.idleSeconds, 'upstream_silent'] as const)
        : ([limits.firstByteSeconds, 'upstream_first_byte_timeout'] as const)
    watch = watchdog.watch(seconds * 1_000, () => (isBlocked() ? restart() : onSilence(relayError(code, { seconds }))))
  }

  return {
    restart,
    allow(milliseconds, over) {
      end()
      watch = watchdog.watch(milliseconds, over)
    },
    end,
  }
}
