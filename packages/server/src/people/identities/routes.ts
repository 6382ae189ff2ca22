import { type CheckedInputOf, calls, RATE_LIMITS, USER_ID_HEADER } from '@tollgate/contract'
import { ApiError } from '../../platform/http/api-error.ts'
import { requireFreshConfirmation } from '../../platform/http/check-identity.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { isFromAnotherSite } from '../../platform/http/other-sites.ts'
import { networkOf, type RateLimit } from '../../platform/http/rate-limit.ts'
import { type CallContext, ExtendedReply } from '../../platform/http/serve.ts'
import type { Options } from '../../platform/options/index.ts'
import { type PeopleContext, serve } from '../context.ts'
import { openedInvitation } from '../invitations/cookie.ts'
import { signIn } from '../login/sign-in.ts'
import { siteAddress } from '../login/site-address.ts'
import { limitTries } from '../registration/limit-mails.ts'
import { toUser } from '../users/to-user.ts'
import { bindEmail, bindIdentity } from './bind.ts'
import { browserOf, markBrowser } from './browser-cookie.ts'
import { enter } from './enter.ts'
import { furtherIdentities, unbindFurtherIdentity, unbindOwnIdentity } from './further-identities.ts'
import type { Provider } from './provider.ts'
import { redirectingProvider, telegram, wechat } from './providers/index.ts'
import { identifyByTelegram } from './providers/telegram.ts'
import { identifyByWechat } from './providers/wechat.ts'
import { startState, takeState } from './store.ts'

type Context = CallContext<typeof calls.identities.signIn, PeopleContext>

export const identityEndpoints = [
  serve(calls.identities.own, (_, { app, caller }) => furtherIdentities(app, caller.id)),

  serve(calls.identities.unbindOwn, async ({ params }, { app, caller }) => {
    await unbindOwnIdentity(app, caller, params.provider)
    return null
  }),

  serve(calls.identities.ofUser, ({ params }, { app }) => furtherIdentities(app, params.id)),

  serve(calls.identities.unbindOfUser, async ({ params }, context) => {
    await unbindFurtherIdentity(context, params.id, params.provider)
    return null
  }),

  serve(calls.identities.state, async ({ query: { aff, provider: type } }, { app, caller, request, ...context }) => {
    // It would replace the state of a sign-in in progress in the same browser.
    if (isFromAnotherSite(request)) throw consoleError('sign_in_state_invalid')
    limitStates(app, context.clientIp)
    const provider = type === undefined ? undefined : redirectingProvider(app.options, type)
    if (provider) checkEnabled(app, provider)
    // A signed-in caller will bind with it.
    if (caller) await requireFreshConfirmation(request, app)
    const { browser, cookie } = markBrowser(request)
    const begun = { browser, user_id: caller?.id ?? 0, provider: type ?? '', aff_code: aff, now: app.now() }
    const state = await startState(app.db, begun)
    context.replyHeaders.append('Set-Cookie', cookie)
    if (!type || !provider) return state
    const trip = { state, redirectUri: redirectUri(type, app.options, request) }
    const authorize_url = await asked(app, provider, async () => provider.authorizeUrl(app, trip))
    return new ExtendedReply(state, { authorize_url })
  }),

  serve(calls.identities.wechat, async ({ query }, context) => {
    const { app } = context
    if (isNavigation(context.request)) throw consoleError('sign_in_state_invalid')
    return tried(context, wechat, async () => {
      const user = await enter(app, await asked(app, wechat, () => identifyByWechat(app, query.code)), by(context))
      return toUser(await signIn(user, context))
    })
  }),

  serve(calls.identities.bindWechat, async ({ query }, context) => {
    const { app, caller } = context
    return tried(context, wechat, async () =>
      toUser(await bindIdentity(app, caller, await asked(app, wechat, () => identifyByWechat(app, query.code)))),
    )
  }),

  serve(calls.identities.bindEmail, async ({ query }, { app, caller, clientIp }) => {
    const giveTryBack = limitTries(app, 'binding an address', clientIp)
    const user = toUser(await bindEmail(app, caller, query))
    giveTryBack()
    return user
  }),

  serve(calls.identities.telegram, async ({ query }, context) => {
    const { app, request } = context
    // Without a state, another site could sign its visitors in as somebody it chose.
    if (query.state === undefined && isNavigation(request)) throw consoleError('sign_in_state_invalid')
    return tried(context, telegram, async () => {
      if (query.state !== undefined) await takeOwnState(context, query.state, 0)
      return toUser(await signIn(await enter(app, await identifyByTelegram(app, query), by(context)), context))
    })
  }),

  serve(calls.identities.bindTelegram, async ({ query }, context) => {
    const { app, caller, request } = context
    if (!caller) throw consoleError('session_missing')
    const claimed = request.headers.get(USER_ID_HEADER)
    if (claimed !== null && Number(claimed) !== caller.id) throw consoleError('user_header_mismatch')
    if (claimed === null && query.state === undefined) throw consoleError('user_header_missing')
    // The start of the state was confirmed; a returning browser cannot be asked.
    if (query.state === undefined) await requireFreshConfirmation(request, app)
    return tried(context, telegram, async () => {
      if (query.state !== undefined) await takeOwnState(context, query.state, caller.id)
      const user = await bindIdentity(app, caller, await identifyByTelegram(app, query))
      if (isNavigation(request)) return new Response(null, { status: 302, headers: { location: '/setting' } })
      return new ExtendedReply(toUser(user), { message: BOUND })
    })
  }),

  serve(calls.identities.signIn, async ({ params: { type }, query }, context) => {
    const { app, caller, request } = context
    const provider = redirectingProvider(app.options, type)
    return tried(context, provider, async () => {
      const begun = await takeOwnState(context, query.state, caller?.id ?? 0)
      if (begun.provider !== '' && begun.provider !== type) throw consoleError('sign_in_state_invalid')
      if (query.error !== '' || query.code === '') throw consoleError('sign_in_refused', { provider: provider.name })
      const callback = callbackOf(query, { redirectUri: redirectUri(type, app.options, request), begun })
      const identity = await asked(app, provider, () => provider.identify(app, callback))
      if (caller) return new ExtendedReply(toUser(await bindIdentity(app, caller, identity)), { message: BOUND })
      const user = await enter(app, identity, { ...by(context), inviteCode: begun.aff_code })
      return toUser(await signIn(user, context, typeof provider.place === 'string' ? '' : type))
    })
  }),
]

/** A sign-in without a state has no invite code. */
const by = ({ clientIp, request }: Pick<Context, 'clientIp' | 'request'>) => ({
  inviteCode: '',
  invitation: openedInvitation(request),
  ip: clientIp,
})

/** These words tell the console that nobody was signed in. */
const BOUND = 'bind'

const callbackOf = (
  { code, state, iss }: CheckedInputOf<typeof calls.identities.signIn>['query'],
  { redirectUri, begun }: { redirectUri: string; begun: { provider: string } },
) => ({ code, state, issuer: iss, redirectUri, hasChallenge: begun.provider !== '' })

function checkEnabled({ options }: PeopleContext, { enabledBy, name }: Provider): void {
  if (enabledBy !== null && !options.get(enabledBy)) throw consoleError('sign_in_method_disabled', { provider: name })
}

/** Acts if the provider is switched on, and counts the client's failed attempts. */
async function tried<Result>(
  { app, clientIp }: Pick<Context, 'app' | 'clientIp'>,
  provider: Provider,
  act: () => Promise<Result>,
): Promise<Result> {
  checkEnabled(app, provider)
  const giveTryBack = limitTries(app, 'sign-in by another site', clientIp)
  const result = await act()
  giveTryBack()
  return result
}

/** Uses up a state that this browser started, for the same user or, with 0, for nobody. */
async function takeOwnState({ app, request }: Pick<Context, 'app' | 'request'>, state: string, userId: number) {
  const begun = await takeState(app.db, { state, browser: browserOf(request), now: app.now() })
  if (begun?.user_id !== userId) throw consoleError('sign_in_state_invalid')
  return begun
}

/** A provider's fault is logged; the caller learns only that it failed. */
async function asked<Answer>({ log }: PeopleContext, { name }: Provider, ask: () => Promise<Answer>): Promise<Answer> {
  return ask().catch(error => {
    if (error instanceof ApiError) throw error
    log.error({ err: error, provider: name }, 'a sign-in by another site failed')
    throw consoleError('sign_in_provider_failed', { provider: name })
  })
}

/** Whether the browser navigates to this address, rather than a script of our own page calling it. */
const isNavigation = ({ headers }: Request): boolean =>
  headers.get('sec-fetch-mode') === 'navigate' || (headers.get('accept') ?? '').includes('text/html')

/** Sign-ins that one client may start. It is high because an office may share one address. */
const PER_CLIENT: RateLimit = RATE_LIMITS.signInBegun

/** Counts the start of a sign-in; throws after too many. */
function limitStates({ rateLimiter }: Pick<PeopleContext, 'rateLimiter'>, ip: string): void {
  const retryAfter = rateLimiter.take(`sign-in begun by ${networkOf(ip)}`, PER_CLIENT)
  if (retryAfter > 0) throw consoleError('too_many_requests', { retryAfter })
}

/** The callback page of a provider. */
const redirectUri = (type: string, options: Options, request: Request): string =>
  `${siteAddress(options, request)}/oauth/${type}`
