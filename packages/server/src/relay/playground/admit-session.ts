import { playgroundTokenName, TOKEN_STATUS } from '@tollgate/contract'
import { heldSubscriptions } from '../../money/plans/held-subscription.ts'
import { readSetting } from '../../people/users/setting.ts'
import type { PlatformContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { requireSecondFactor } from '../../platform/http/check-identity.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { isOpenOnDemo } from '../../platform/http/demo.ts'
import { admit } from '../../platform/http/guard.ts'
import { mayDo } from '../../platform/http/rights.ts'
import type { UserRow } from '../../platform/storage/schema.ts'
import type { PlaygroundRoute } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { Admission } from '../request/authenticate.ts'
import { limitOf, type TokenIdentity } from '../request/token-index.ts'

type Means = Pick<PlatformContext, 'db' | 'now' | 'secrets' | 'options'>

/**
 * Authenticates a playground call like a console call: by a session and the header with the user's id, which no other site's
 * page can send. Refuses keys and system access tokens.
 *
 * @throws ApiError
 */
export async function admitSession(request: Request, { access }: PlaygroundRoute, app: Means): Promise<Admission> {
  if (KEY_HEADERS.some(name => request.headers.has(name))) throw relayError('session_needed')
  const { pathname: path, searchParams } = new URL(request.url)
  const user = await admit({ access }, request, app).catch(error => {
    throw error instanceof ApiError ? asRelayed(error) : error
  })
  // Only public routes allow a call without a user.
  if (!user) throw relayError('session_needed')
  try {
    requireSecondFactor({ access }, user, app)
    if (app.options.get('DemoSiteEnabled') && !isOpenOnDemo({ method: 'POST', path }, user))
      throw consoleError('demo_site')
  } catch (error) {
    throw error instanceof ApiError ? asRelayed(error) : error
  }
  const subscriptions = user.subscriptions === 0 ? [] : await heldSubscriptions(app.db, user.id)
  return { identity: { ...identityOf(user, searchParams.get('group') ?? ''), subscriptions }, channelId: undefined }
}

const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key']

/** Gives the error the type that API clients expect for its status. */
function asRelayed(error: ApiError): ApiError {
  const { code, status, parameters } = error
  const type = { 401: 'authentication_error', 403: 'permission_error' }[status] ?? error.type
  return new ApiError(code, { status, type, sentence: language => error.sentence(language) }, { parameters })
}

/** The wallet or a plan pays, and the user's spending limit by period is the only limit. */
function identityOf(user: UserRow, group: string): Omit<TokenIdentity, 'subscriptions'> {
  const setting = readSetting(user.setting)
  return {
    tokenId: 0,
    rootId: 0,
    isFrozen: false,
    tokenName: playgroundTokenName(group || user.group),
    tokenStatus: TOKEN_STATUS.enabled,
    expiredTime: -1,
    isUnlimited: true,
    spendingLimits: limitOf('user', user.id, user.quota_period, user.period_quota),
    minuteLimits: [],
    modelLimits: null,
    allowedIps: null,
    tokenGroup: group === user.group ? '' : group,
    userId: user.id,
    username: user.username,
    callerId: user.id,
    userGroup: user.group,
    mayChooseChannel: mayDo(user, 'channels.operate'),
    userStatus: user.status,
    acceptsUnpricedModels: setting.accept_unset_model_ratio_model,
    storesResponses: setting.store_responses,
    quotaWarningThreshold: setting.quota_warning_threshold ?? null,
  }
}
