import { type Call, calls, ROLE } from '@tollgate/contract'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { mayPass } from '../storage/passing-errors.ts'
import type { World } from '../world.ts'
import { checkInput } from './check-input.ts'
import { clientIp } from './client-ip.ts'
import { Fault, fault } from './fault.ts'
import { admit } from './guard.ts'
import { languageOf } from './language.ts'
import { failure, success } from './reply.ts'
import type { Caller, Endpoint } from './serve.ts'

const BODY_LIMIT_BYTES = 4 * 1024 * 1024

/** Nothing here is a page, whatever an operator or a user wrote into it. */
const INERT = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
] as const

/** What the listener hands along with a request. */
interface Bindings {
  socketAddress: string
}

/** The console's side of the server: every endpoint behind one guard, one input check and one envelope. */
export function mount(endpoints: Endpoint[], world: World): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>({ strict: false })
  const tooLarge = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: context =>
      failure(fault('body_too_large', { limit: '4 MiB' }), languageOf(context.req.header('accept-language'))),
  })

  app.use(async (context, next) => {
    await next()
    for (const [name, value] of INERT) context.res.headers.set(name, value)
  })
  for (const { call, handle } of endpoints) {
    const path = call.path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
    app.on(call.method, [path, `${path}/`], tooLarge, async context => {
      const request = context.req.raw
      const language = languageOf(request.headers.get('accept-language'))
      const replyHeaders = new Headers()
      const caller = await admit(call.access, request, world)
      if (world.options.get('DemoSiteEnabled') && !isAllowedOnDemo(call, caller)) throw fault('demo_site')
      const input = checkInput(
        call,
        { params: context.req.param(), query: context.req.query(), body: call.body && (await jsonBody(request, call)) },
        language,
      )
      const ip = clientIp(context.env.socketAddress, request.headers.get('x-forwarded-for'), world.trustedProxies)
      return success(
        await handle(input, { world, caller, language, request, clientIp: ip, replyHeaders } as never),
        replyHeaders,
      )
    })
  }

  app.notFound(context =>
    failure(
      fault('route_unknown', { method: context.req.method, path: context.req.path }),
      languageOf(context.req.header('accept-language')),
    ),
  )
  app.onError((error, context) => {
    const language = languageOf(context.req.header('accept-language'))
    if (error instanceof Fault) return failure(error, language)
    if (mayPass(error)) {
      world.log.error({ err: error, path: context.req.path }, 'a console call found no database')
      return failure(fault('database_unavailable'), language)
    }
    const requestId = crypto.randomUUID()
    world.log.error({ err: error, requestId, path: context.req.path }, 'a console call failed')
    return failure(fault('internal', { requestId }), language)
  })
  return app
}

/** A demo site can be looked at and signed in to; only its super admin changes an option, to end the demo. */
const isAllowedOnDemo = ({ method, path }: Call, caller: Caller | null): boolean =>
  method === 'GET' || OPEN_ON_DEMO.has(path) || (path === calls.options.update.path && caller?.role === ROLE.root)

const OPEN_ON_DEMO = new Set<string>([calls.users.login.path, calls.users.logout.path, calls.setup.complete.path])

const JSON_TYPE = /^application\/json(?:;|$)/i

async function jsonBody(request: Request, { access }: Call): Promise<unknown> {
  const text = await request.text()
  if (text.trim() === '') return {}
  // Other sites' pages may send text and forms without asking. Where no header is demanded, this keeps them out.
  if (access === 'public' && !JSON_TYPE.test(request.headers.get('content-type') ?? ''))
    throw fault('content_type_not_json')
  try {
    return JSON.parse(text)
  } catch {
    throw fault('body_not_json')
  }
}
