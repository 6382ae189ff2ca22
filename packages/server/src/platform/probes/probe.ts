/** Whether this process can serve calls, and if not, why. */
export interface Readiness {
  database: boolean
  ledger: boolean
  /** It takes no new calls because it is stopping. */
  draining: boolean
}

interface Deps {
  /** Runs a short query. */
  askDatabase(): Promise<unknown>
  isLedgerInTrouble(): boolean
  isDraining(): boolean
}

export type Probes = ReturnType<typeof makeProbes>

/** A slower database is of no use to a call. */
const PATIENCE_MS = 2_000

/** Answers health checks: `/healthz` tells whether the process lives, `/readyz` whether it should get calls. */
export function makeProbes({ askDatabase, isLedgerInTrouble, isDraining }: Deps) {
  /** One check serves all concurrent requests, so that asking causes no load. */
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
