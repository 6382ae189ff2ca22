import { z } from 'zod'
import { call } from '../call.ts'
import { PROVIDER_SLUG } from '../constants.ts'
import { user } from '../entities/user.ts'
import { idParams } from '../reply.ts'
import { RATE_LIMITS } from './rate-limits.ts'

/** Sites that send the browser back with a code. Each has its own callback page at `/oauth/{type}`. */
export type RedirectProvider = 'github' | 'oidc' | 'linuxdo'

const providerSlug = z.string().regex(PROVIDER_SLUG, { message: 'not_provider_slug' })
const short = (max: number) => z.string().max(max)
/** An identity at a further OIDC provider. */
const furtherIdentity = z.object({
  provider: z.string(),
  /** The slug, if the provider is no longer set up. */
  name: z.string(),
  subject: z.string(),
})
export type FurtherIdentity = z.output<typeof furtherIdentity>

const bound = z.object({ provider: providerSlug })
const code = z.string().trim().max(64).default('')

const digits = (most: number) =>
  z
    .string()
    .max(most)
    .refine(text => /^\d+$/.test(text), { message: 'not_integer' })

/** The data of Telegram's widget, which signs everything except the hash. https://core.telegram.org/widgets/login */
const telegramAnswer = z.object({
  id: digits(20),
  first_name: short(256).optional(),
  last_name: short(256).optional(),
  username: short(64).optional(),
  photo_url: short(2048).optional(),
  auth_date: digits(12),
  lang: short(16).optional(),
  hash: z.string().length(64),
  /** A state from `identities.state`: required if the browser is redirected here, because it then sends no header. */
  state: short(128).optional(),
})

export const identities = {
  own: call({
    method: 'GET',
    path: '/api/user/identities',
    access: 'user',
    summary: 'The caller’s identities at further OIDC providers',
    reply: z.array(furtherIdentity),
  }),
  unbindOwn: call({
    method: 'DELETE',
    path: '/api/user/identities/{provider}',
    access: 'user',
    confirm: true,
    summary: 'Unbind an own identity at a further OIDC provider, unless it is the last way to sign in',
    params: bound,
    reply: z.null(),
  }),
  ofUser: call({
    method: 'GET',
    path: '/api/user/{id}/identities',
    access: 'admin',
    right: 'users.see',
    summary: 'A user’s identities at further OIDC providers',
    params: idParams,
    reply: z.array(furtherIdentity),
  }),
  unbindOfUser: call({
    method: 'DELETE',
    path: '/api/user/{id}/identities/{provider}',
    access: 'admin',
    right: 'users.edit',
    confirm: true,
    summary:
      'Take an identity at a further OIDC provider from a user of lower role and end their sessions; the act is logged',
    params: idParams.extend(bound.shape),
    reply: z.null(),
  }),
  state: call({
    method: 'GET',
    path: '/api/oauth/state',
    access: 'public',
    summary: 'Begin a sign-in, or for a signed-in user a binding, by another site: a state for one use by this browser',
    rateLimit: RATE_LIMITS.signInBegun,
    query: z.object({
      /** The invite code of a new user. */
      aff: z.string().trim().max(64).default(''),
      /** The reply has the address to send the browser to, including the state, PKCE and the nonce. */
      provider: providerSlug.optional(),
    }),
    reply: z.string(),
    beside: z.object({ authorize_url: z.string().optional() }),
  }),
  signIn: call({
    method: 'GET',
    path: '/api/oauth/{type}',
    access: 'public',
    summary: 'End what a state began, with the code the other site gave. The message `bind`: an identity was bound',
    rateLimit: RATE_LIMITS.code,
    /** One of `RedirectProvider`, or the slug of a further OIDC provider. */
    params: z.object({ type: providerSlug }),
    query: z.object({
      code: short(4096).default(''),
      state: short(128).default(''),
      /** Why the other site gives no code. */
      error: short(256).default(''),
      /** The issuer, if the provider names it. https://www.rfc-editor.org/rfc/rfc9207 */
      iss: short(2048).optional(),
    }),
    reply: user,
    beside: z.object({ message: z.string() }),
  }),
  wechat: call({
    method: 'GET',
    path: '/api/oauth/wechat',
    access: 'public',
    summary: 'Sign in with a code from the WeChat account of the site',
    rateLimit: RATE_LIMITS.code,
    query: z.object({ code }),
    reply: user,
  }),
  bindWechat: call({
    method: 'GET',
    path: '/api/oauth/wechat/bind',
    access: 'user',
    confirm: true,
    summary: 'Bind the caller’s WeChat account with a code from the WeChat account of the site',
    rateLimit: RATE_LIMITS.code,
    query: z.object({ code }),
    reply: user,
  }),
  bindEmail: call({
    method: 'GET',
    path: '/api/oauth/email/bind',
    access: 'user',
    confirm: true,
    summary: 'Bind an e-mail address with the code that was sent there',
    rateLimit: RATE_LIMITS.code,
    query: z.object({ email: z.string().trim().max(254).default(''), code }),
    reply: user,
  }),
  telegram: call({
    method: 'GET',
    path: '/api/oauth/telegram/login',
    access: 'public',
    summary: 'Sign in with what Telegram’s widget gave',
    rateLimit: RATE_LIMITS.code,
    query: telegramAnswer,
    reply: user,
  }),
  bindTelegram: call({
    method: 'GET',
    path: '/api/oauth/telegram/bind',
    access: 'public',
    summary:
      'Bind the Telegram account of the signed-in user. A browser that is redirected here has a state instead of the header, and is sent on to /setting',
    rateLimit: RATE_LIMITS.code,
    query: telegramAnswer,
    reply: user,
    beside: z.object({ message: z.string() }),
  }),
}
