import type { OptionKey, PROVIDER_ROLES, RedirectProvider } from '@tollgate/contract'
import type { PeopleContext } from '../context.ts'

/** The columns of users that hold identities of other sites. */
export type IdentityColumn = 'github_id' | 'oidc_id' | 'wechat_id' | 'telegram_id' | 'linux_do_id'

type Switch = Extract<
  OptionKey,
  'GitHubOAuthEnabled' | 'oidc.enabled' | 'LinuxDOOAuthEnabled' | 'WeChatAuthEnabled' | 'TelegramOAuthEnabled'
>

/** A site that identifies people. */
export interface Provider {
  /** Its own name, the same in every language. */
  name: string
  /** Where its identities are stored: a column of users, or the rows of `user_identities` with this slug. */
  place: IdentityColumn | { slug: string }
  /** null: a further OIDC provider, which its own entry enables. */
  enabledBy: Switch | null
  /** Whether an unknown person becomes a new user. */
  makesUsers: boolean
}

/** A person's identity, as stated by the other site. */
export interface Identity {
  provider: Provider
  /** An id that the site never gives to anybody else. */
  subject: string
  /** The id that older versions stored; replaced by the subject at the next sign-in. */
  formerSubject?: string | undefined
  /** Preferred user name; cleaned and made unique. */
  name: string
  displayName: string
  /** An address verified by the site, else empty, because anybody can claim an unverified one. */
  email: string
  /** What the site's claims grant the user, by the operator's entry for it. */
  granted?: Granted
}

export interface Granted {
  group?: string | undefined
  role?: (typeof PROVIDER_ROLES)[number] | undefined
}

/** A callback whose state is valid. */
export interface Callback {
  code: string
  state: string
  /** The parameter `iss` of the callback. */
  issuer: string | undefined
  /** The callback address. */
  redirectUri: string
  /** Whether this server built the authorize address, with PKCE and nonce. */
  hasChallenge: boolean
}

/** A provider that the browser visits and returns from with a code. */
export interface RedirectingProvider extends Provider {
  authorizeUrl(app: PeopleContext, trip: Pick<Callback, 'state' | 'redirectUri'>): Promise<string> | string
  /** Exchanges the code. Any error but an `ApiError` counts as the provider's. */
  identify(app: PeopleContext, callback: Callback): Promise<Identity>
}

export type RedirectingProviders = Record<RedirectProvider, RedirectingProvider>
