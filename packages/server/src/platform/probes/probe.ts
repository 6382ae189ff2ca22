/** Whether this process can serve calls, and what keeps it from that. */
export interface Readiness {
  database: boolean
  ledger: boolean
  /** It takes no new calls, because it stops. */
  draining: boolean
}

interface Deps {
  /** Asks the database something short. */
  askDatabase(): Promise<unknown>
  isLedgerInTrouble(): boolean
  isDraining(): boolean
}

export type Probes = ReturnType<typeof makeProbes>

/** A database that takes longer is no use to a call. */
const PATIENCE_MS = 2_000

/** Answers those who watch the process: `/healthz` whether it lives, `/readyz` whether it should get calls. */
export function makeProbes({ askDatabase, isLedgerInTrouble, isDraining }: Deps) {
  /** Shared by all who ask meanwhile, so that asking is no load. */
  let asked: Promise<boolean> | null = null
  const hasDatabase = () => {
    asked ??= withinPatience(askDatabase()).finally(() => {
      asked = null
    })
    return asked
  }

  async function readyz(): Promise<Response> {
    const state: Readiness = {
      database: await hasDatabase(),
      ledger: !isLedgerInTrouble(),
      draining: isDraining(),
    }
    const isReady = state.database && state.ledger && !state.draining
    return answer(isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', ...state })
  }

  return { healthz: () => answer(200, { status: 'alive' }), readyz }
}

const answer = (status: number, body: object): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } })

/** Whether it succeeds in time. */
export async function withinPatience(asking: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), PATIENCE_MS)
  const answered = asking.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
