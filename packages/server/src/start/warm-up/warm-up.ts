import { endlessLedger } from '../../money/ledger/endless-ledger.ts'
import { relay } from '../../relay/relay.ts'
import type { RelayDeps } from '../../relay/relay-deps.ts'
import type { Services } from '../app-context.ts'
import { callsByPath } from '../relay-routes/calls.ts'
import { connectAhead } from './connect-ahead.ts'
import { bodyOf, type MadeUpCall, madeUpCalls } from './made-up-calls.ts'
import { madeUpRelay } from './made-up-relay.ts'

/** How much longer a start may take. */
const BEFORE_READY_MS = 400
/** The rest is made in short turns, with a pause as long after each. */
const TURN_MS = 20

type WarmedUp = Pick<Services, 'secrets' | 'db' | 'databaseKind' | 'log' | 'now'> & { relay: RelayDeps }

/** The calls that follow after the server is ready. */
export interface RestOfWarmUp {
  /** Resolves once all calls were made or the warm-up was stopped. */
  done: Promise<void>
  stop(): void
}

/**
 * Makes calls that nobody asked for, until the runtime has compiled the code: the first calls of a cold server cost several times
 * more. Resolves when the server may be ready; makes the rest while no real call runs.
 */
export async function warmUp(app: WarmedUp, calls: number): Promise<RestOfWarmUp> {
  try {
    return await beginWarmUp(app, calls)
  } catch (error) {
    // A server that cannot warm up, for instance without a loopback, still serves.
    tellOfEnd(app, error)
    return { done: Promise.resolve(), stop: () => undefined }
  }
}

async function beginWarmUp(app: WarmedUp, calls: number): Promise<RestOfWarmUp> {
  await connectAhead(app.db, app.relay.channels)
  const upstream = answerOnLoopback()
  const ledger = endlessLedger({ kind: app.databaseKind, db: app.db, log: app.log, now: app.now })
  let left = calls

  const relays = await Promise.all(
    madeUpCalls.map(({ type, model }, at) =>
      madeUpRelay(app, ledger, { type, models: [model], baseUrl: `${upstream.url.origin}/${at}` }),
    ),
  )
  async function makeCalls(forMs: number): Promise<void> {
    const until = performance.now() + forMs
    try {
      for (; left > 0 && performance.now() < until; left--) await makeCall(left, relays)
    } catch (error) {
      left = 0
      tellOfEnd(app, error)
    }
  }

  async function makeRest(): Promise<void> {
    while (left > 0) {
      await Bun.sleep(TURN_MS)
      if (app.relay.inFlight.size() === 0) await makeCalls(TURN_MS)
    }
    await ledger.close()
    await upstream.stop(true)
  }

  await makeCalls(BEFORE_READY_MS)
  return {
    done: makeRest(),
    stop() {
      left = 0
    },
  }
}

const tellOfEnd = ({ log }: Pick<WarmedUp, 'log'>, error: unknown): void =>
  log.warn({ err: error }, 'the warm-up ended early, so the first calls take longer')

const madeUp = (at: number): MadeUpCall => madeUpCalls[at % madeUpCalls.length] as MadeUpCall

const answerOnLoopback = () =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      await request.bytes()
      const { isStream, answer } = madeUp(Number(new URL(request.url).pathname.split('/')[1]))
      return new Response(answer, { headers: { 'content-type': isStream ? 'text/event-stream' : 'application/json' } })
    },
  })

async function makeCall(number: number, relays: readonly RelayDeps[]): Promise<void> {
  const made = madeUp(number)
  const body = bodyOf(made, number)
  const headers = {
    authorization: 'Bearer sk-nobody',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  }
  const request = new Request(`http://127.0.0.1${made.path}`, { method: 'POST', headers, body })
  const call = callsByPath[made.path]?.(request, {
    peer: () => null,
    received: () => null,
    limitUnread: () => undefined,
  })
  const deps = relays[number % relays.length]
  if (!call || !deps) throw new Error(`nothing serves ${made.path}`)
  const response = await relay(call, request, () => '127.0.0.1', deps)
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
}
