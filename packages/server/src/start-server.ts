import type { Server } from 'bun'
import { endpoints } from './app.ts'
import { buildAppContext } from './build-app-context.ts'
import { guardConnections } from './connections/guard.ts'
import { openSockets, type Peer, type Sockets } from './connections/sockets.ts'
import { drain } from './drain.ts'
import type { Environment } from './environment.ts'
import { clientIp } from './http/client-ip.ts'
import { makeConsoleFiles } from './http/console-files.ts'
import { rejectMalformed, wellFormedOnly } from './http/malformed-request.ts'
import { mount } from './http/mount.ts'
import { listen } from './listen.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { CONSOLE_FOLDER } from './own-program.ts'
import { pageNeeds } from './page-needs.ts'
import { clientSockets } from './relay/realtime/client-sockets.ts'
import type { Session } from './relay/realtime/session.ts'
import { relayRoutes } from './relay/routes.ts'
import { asStartError } from './storage/db.ts'
import { STOPPING, startedAt } from './told.ts'
import type { WorkerPlace } from './workers/worker-place.ts'

/** Seconds after which a connection without a running call is closed. */
const IDLE_SECONDS = 120
/** The listener's own limit. The console's limits are smaller, and the relay checks its limit while reading. */
const LARGEST_BODY_BYTES = 256 * 1024 * 1024

export interface RunningServer {
  url: string
  /** Accepts no new calls, waits for running ones or cuts them off at `hurry` or the time limit, then closes everything. */
  stop(hurry?: AbortSignal): Promise<void>
}

/** Opens everything the server depends on. */
export type BuildApp = typeof buildAppContext

/** Starts console and API on one port, which workers share. */
export async function startServer(
  environment: Environment,
  build: BuildApp = buildAppContext,
  place: WorkerPlace | null = null,
): Promise<RunningServer> {
  const app = await build(environment, undefined, place).catch(error => {
    throw asStartError(error, environment)
  })
  const api = mount(endpoints, app)
  const consoleFiles = makeConsoleFiles(CONSOLE_FOLDER, () => pageNeeds(app.options))
  const ipOf = (request: Request, server: Server<Session>) =>
    clientIp(server.requestIP(request)?.address ?? '', request.headers.get('x-forwarded-for'), app.trustedProxies)

  /** Running console calls of signed-in users. */
  const signedIn = new Set<Request>()
  let sockets: Sockets | null = null

  /** Answers those who watch this server; null: it is somebody else. */
  function watch(path: string, request: Request, server: Server<Session>): Response | Promise<Response> | null {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null
    if (path === '/healthz') return app.probes.healthz()
    if (path === '/readyz') return app.probes.readyz()
    return path === '/metrics' ? serveMetrics(request, ipOf(request, server), app) : null
  }

  const { routes, other } = relayRoutes(app.relay, ipOf, peer => sockets?.received(peer) ?? null)
  const server = listen(environment.HOST, () =>
    Bun.serve({
      port: environment.PORT,
      hostname: environment.HOST,
      reusePort: place !== null,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: LARGEST_BODY_BYTES,
      routes: wellFormedOnly(routes),
      websocket: clientSockets,
      fetch(request, server) {
        const refused = rejectMalformed(request)
        if (refused) return refused
        const { pathname } = new URL(request.url)
        const refuseFlood = () => app.relay.addressLimits.refuseConsole(request, () => ipOf(request, server))
        if (pathname === '/api' || pathname.startsWith('/api/')) {
          const refused = refuseFlood()
          if (refused) return refused
          const socketAddress = server.requestIP(request)?.address ?? ''
          return Promise.resolve(api.fetch(request, { socketAddress, letIn: () => signedIn.add(request) })).finally(
            () => signedIn.delete(request),
          )
        }
        const watched = watch(pathname, request, server)
        if (watched) return watched
        return other(request, server) ?? refuseFlood() ?? consoleFiles(request)
      },
      error(error) {
        app.log.error({ err: error }, 'a request failed outside every room')
        return new Response('Internal server error\n', {
          status: 500,
          headers: { 'x-content-type-options': 'nosniff' },
        })
      },
    }),
  )

  function* busyPeers(): Generator<Peer> {
    const calls = Array.from(app.relay.inFlight.calls(), ({ connection }) => connection?.peer())
    const console = Array.from(signedIn, request => server.requestIP(request))
    for (const peer of [...calls, ...console]) if (peer) yield peer
  }
  sockets = openSockets(server.port ?? 0)
  const { options, trustedProxies, log } = app
  const guard =
    sockets && guardConnections({ sockets, options, trustedProxies, busyPeers, workers: place?.workers ?? 1, log })
  if (!guard) log.warn('connections are not limited on this system: that takes Linux')

  app.jobs.start()
  // The supervisor tells it once for all workers.
  if (!place) app.log.info(startedAt(server.url.href))
  return {
    url: server.url.href,
    async stop(hurry) {
      if (!place) app.log.info(STOPPING)
      guard?.stop()
      // They would outlast any wait.
      app.live.close()
      const drained = drain(server, app.relay.inFlight, { drainMs: environment.DRAIN_SECONDS * 1000, hurry })
      await Promise.all([drained, app.jobs.stop()])
      await app.close()
    },
  }
}
