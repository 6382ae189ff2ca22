import type { Server } from 'bun'
import type { Logger } from 'pino'
import { guardConnections } from '../platform/connections/guard.ts'
import { openSockets, type Peer, type Sockets } from '../platform/connections/sockets.ts'
import { clientIp } from '../platform/http/client-ip.ts'
import { makeConsoleFiles } from '../platform/http/console-files.ts'
import { lastOfConnection, routesOfLast } from '../platform/http/last-of-connection.ts'
import { rejectMalformed, wellFormedOnly } from '../platform/http/malformed-request.ts'
import { mount } from '../platform/http/mount.ts'
import { serveMetrics } from '../platform/metrics/serve-metrics.ts'
import { type Environment, SHARES_PORTS } from '../platform/process/environment.ts'
import { listen } from '../platform/process/listen.ts'
import { CONSOLE_FOLDER } from '../platform/process/own-program.ts'
import { STOPPING, startedAt } from '../platform/process/told.ts'
import { asStartError } from '../platform/storage/db.ts'
import { claimAlone } from '../platform/workers/claim-port.ts'
import type { StepAside } from '../platform/workers/link.ts'
import type { Upgradable } from '../platform/workers/upgrade/hand-over.ts'
import { listenersEach } from '../platform/workers/upgrade/listeners-each.ts'
import { listeningSockets } from '../platform/workers/upgrade/listening-sockets.ts'
import type { Predecessor } from '../platform/workers/upgrade/predecessor.ts'
import type { WorkerPlace } from '../platform/workers/worker-place.ts'
import { feedLinks, publicFile } from '../site/model-pages/public-files.ts'
import { pageNeeds } from '../site/status/page-needs.ts'
import type { Session } from '../stateful/realtime/client-sockets.ts'
import { clientSockets } from '../stateful/realtime/client-sockets.ts'
import { endpoints } from './app.ts'
import { buildAppContext } from './build-app-context.ts'
import { drain } from './drain.ts'
import { relayRoutes } from './relay-routes/routes.ts'
import { warmUp } from './warm-up/warm-up.ts'

/** Seconds after which a connection without a running call is closed. */
const IDLE_SECONDS = 120
/** The listener's own limit. The console's limits are smaller, and the relay checks its limit while reading. */
const LARGEST_BODY_BYTES = 256 * 1024 * 1024

/** How often an ending server checks whether anything is left. */
const LOOK_MS = 250

export interface RunningServer {
  url: string
  port: number
  log: Logger
  /**
   * Accepts no new calls, waits for running ones or cuts them off at `hurry` or the time limit, then closes everything.
   */
  stop(hurry?: AbortSignal): Promise<void>
  upgradable: Upgradable
}

/** A server that is one process, or a worker. */
interface ServerProcess extends RunningServer {
  stepAside(order: StepAside): Promise<void>
  spread(): void
  finish(): Promise<void>
}

/** Opens everything the server depends on. */
export type BuildApp = typeof buildAppContext

/** Starts console and API on one port, which workers share, as do a server and its successor for a moment. */
export async function startServer(
  environment: Environment,
  build: BuildApp = buildAppContext,
  place: WorkerPlace | null = null,
  predecessor: Predecessor | null = null,
): Promise<ServerProcess> {
  const app = await build(environment, undefined, place, predecessor).catch(error => {
    throw asStartError(error, environment)
  })
  const warming = environment.WARM_UP_CALLS > 0 ? await warmUp(app, environment.WARM_UP_CALLS) : null
  const api = mount(endpoints, app)
  const consoleFiles = makeConsoleFiles(
    CONSOLE_FOLDER,
    () => pageNeeds(app.options),
    (request, path) => feedLinks(app, request, path),
  )
  const ipOf = (request: Request, server: Server<Session>) =>
    clientIp(server.requestIP(request)?.address ?? '', request.headers.get('x-forwarded-for'), app.trustedProxies)

  /** Running console calls of signed-in users, with their client addresses. */
  const signedIn = new Map<Request, Server<Session>>()
  /** Another server has the port: each connection ends with its next response. */
  let isLeaving = false
  let isStopped = false
  let sockets: Sockets | null = null

  /** Answers health checks; null: any other request. */
  function watch(path: string, request: Request, server: Server<Session>): Response | Promise<Response> | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (path === '/healthz') return app.probes.healthz()
    if (path === '/readyz') return app.probes.readyz()
    return path === '/metrics' ? serveMetrics(request, ipOf(request, server), app) : null
  }

  const { routes, other } = relayRoutes(app.relay, ipOf, peer => sockets?.received(peer) ?? null)

  function answer(request: Request, server: Server<Session>) {
    const refused = rejectMalformed(request)
    if (refused) return refused
    const { pathname } = new URL(request.url)
    const refuseFlood = () => app.relay.addressLimits.refuseConsole(request, () => ipOf(request, server))
    if (pathname === '/api' || pathname.startsWith('/api/')) {
      const refused = refuseFlood()
      if (refused) return refused
      const socketAddress = server.requestIP(request)?.address ?? ''
      const letIn = () => signedIn.set(request, server)
      return Promise.resolve(api.fetch(request, { socketAddress, letIn })).finally(() => signedIn.delete(request))
    }
    const watched = watch(pathname, request, server)
    if (watched) return watched
    return other(request, server) ?? refuseFlood() ?? publicFile(app, request) ?? consoleFiles(request)
  }

  const isLast = () => isLeaving
  const listenOn = (port: number) =>
    listen(environment.HOST, () =>
      Bun.serve({
        port,
        hostname: environment.HOST,
        // Otherwise Bun prints a stack for every response that ends with an error.
        development: false,
        reusePort: SHARES_PORTS,
        idleTimeout: IDLE_SECONDS,
        maxRequestBodySize: LARGEST_BODY_BYTES,
        routes: routesOfLast(wellFormedOnly(routes), isLast),
        websocket: clientSockets,
        fetch: lastOfConnection(answer, isLast),
        error(error) {
          app.log.error({ err: error }, 'a request failed outside every room')
          return new Response('Internal server error\n', {
            status: 500,
            headers: { 'x-content-type-options': 'nosniff' },
          })
        },
      }),
    )
  const isPortOurs = place !== null || !SHARES_PORTS || (predecessor?.listeners ?? 0) > 0
  const { port: claimed } = isPortOurs
    ? { port: environment.PORT }
    : await claimAlone(environment.HOST, environment.PORT)
  const listeners = place?.listeners ?? listenersEach(1, predecessor)
  const server = listenOn(claimed)
  const port = server.port ?? 0
  const more = Array.from({ length: listeners - 1 }, () => listenOn(port))
  const all = { stop: (now?: boolean) => Promise.all([server, ...more].map(one => one.stop(now))) }
  const listening = listeningSockets(port)

  function* busyPeers(): Generator<Peer> {
    const calls = Array.from(app.relay.inFlight.calls(), ({ connection }) => connection?.peer())
    const console = Array.from(signedIn, ([request, server]) => server.requestIP(request))
    for (const peer of [...calls, ...console]) if (peer) yield peer
  }
  sockets = openSockets(port)
  const { options, trustedProxies, log } = app
  const guard =
    sockets && guardConnections({ sockets, options, trustedProxies, busyPeers, workers: place?.workers ?? 1, log })
  if (!guard) log.warn('connections are not limited on this system: that takes Linux')

  app.jobs.start()
  // The supervisor logs it once for all workers.
  if (!place) app.log.info(startedAt(server.url.href))
  async function close(): Promise<void> {
    warming?.stop()
    await warming?.done
    await app.close()
  }
  /** Waits for all calls and connections, however long they last. */
  async function finish(): Promise<void> {
    isLeaving = true
    app.live.close()
    await app.jobs.stop()
    // The listener's own limit closes a connection without a call.
    while (app.relay.inFlight.size() > 0 || (sockets?.count() ?? 0) > 0) {
      await Bun.sleep(LOOK_MS)
      // A signal came first and ends the process.
      if (isStopped) return new Promise(() => undefined)
    }
    guard?.stop()
    await all.stop(true)
    await close()
  }
  async function stepAside({ old, next, closed }: StepAside): Promise<void> {
    for (let own = 0; own < listeners; own++) {
      listening?.steer(old, Math.max(1, next - closed - own))
      isLeaving = true
      await listening?.leaveOne()
    }
  }
  const spread = () => listening?.spread()

  return {
    url: server.url.href,
    port,
    log,
    async stop(hurry) {
      isStopped = true
      if (!place) app.log.info(STOPPING)
      guard?.stop()
      // These would otherwise never end.
      app.live.close()
      const drained = drain(all, app.relay.inFlight, { drainMs: environment.DRAIN_SECONDS * 1000, hurry })
      await Promise.all([drained, app.jobs.stop()])
      await close()
    },
    stepAside,
    spread,
    finish,
    upgradable: {
      proof: app.proof,
      ownership: app.ownership,
      listeners: () => listeners,
      share: app.share,
      stepAside: next => stepAside({ old: listeners, next, closed: 0 }),
      spread,
      finish,
    },
  }
}
