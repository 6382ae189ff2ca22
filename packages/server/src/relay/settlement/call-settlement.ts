import { isPlainRequest, mayHaveMore, type Tally } from '@tollgate/gateway'
import type { ServedChecks } from '../attempt/served-checks.ts'
import type { InFlightRegistry } from '../call/in-flight.ts'
import type { CallRun } from '../hold/call-run.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import type { Settle } from '../response/settle.ts'
import type { CachedShares } from './cached-shares.ts'
import { type SettlementDeps, settlement } from './settlement.ts'

/** The settlement of one running call, after which its memory, form and place are freed. */
export interface CallSettlement {
  /** `isDelivered`: the response is handed on before it is paid for. */
  of(tally: Readonly<Tally>, outcome: Partial<LoggedCall>, how: { isDelivered: boolean }): Settle
  /** A settlement was tried and refused. */
  readonly hasFailed: boolean
}

interface Deps extends SettlementDeps {
  cachedShares: CachedShares
  servedChecks: Pick<ServedChecks, 'answered'>
  inFlight: Pick<InFlightRegistry, 'leave'>
  /** In [0, 1). */
  random(): number
}

export function callSettlement(run: CallRun, deps: Deps): CallSettlement {
  const { logged, envelope, pricing, hold } = run
  let hasFailed = false
  const unseenOf = (tally: Readonly<Tally>) => () =>
    mayHaveMore(tally, hold.hides) ? { seconds: (performance.now() - run.attemptedAt) / 1_000, held: hold.held } : null
  return {
    of(tally, outcome, { isDelivered }) {
      const cache = deps.cachedShares.of(run, outcome.tried?.at(-1)?.id)
      const row: LoggedCall = { ...logged, ...outcome }
      const settle = settlement(row, envelope, pricing, tally, deps, { isDelivered, unseen: unseenOf(tally), cache })
      return async (...ending) => {
        const ownInput = countsInput(envelope.text, deps.random) ? envelope.inputTokens() : null
        if (ownInput !== null) row.counted = { input: ownInput, output: Math.ceil(tally.outputTokens) }
        try {
          await settle(...ending)
          const { sentRequest, tried } = row
          const channel = tried.at(-1)
          if (channel && sentRequest)
            deps.servedChecks.answered(
              channel.id,
              sentRequest.model,
              tally,
              ownInput,
              isPlainRequest(envelope.body.members),
            )
        } catch (error) {
          hasFailed = true
          throw error
        } finally {
          deps.inFlight.leave(logged.call)
          await envelope.form?.close()
        }
      }
    },
    get hasFailed() {
      return hasFailed
    },
  }
}

/** Counting takes a microsecond for a thousand characters. Longer requests are counted one in so many. */
const LONGEST_COUNTED = 16 * 1024
const ONE_IN = 16

const countsInput = ({ length }: string, random: () => number): boolean =>
  length <= LONGEST_COUNTED || random() * ONE_IN < 1
