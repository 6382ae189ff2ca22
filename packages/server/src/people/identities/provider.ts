import type { OptionKey, RedirectProvider } from '@tollgate/contract'
import type { PeopleContext } from '../context.ts'

/** The columns of users that hold identities of other sites. */
export type IdentityColumn = 'github_id' | 'oidc_id' | 'wechat_id' | 'telegram_id' | 'linux_do_id'

type Switch = Extract<
  OptionKey,
  'GitHubOAuthEnabled' | 'oidc.enabled' | 'LinuxDOOAuthEnabled' | 'WeChatAuthEnabled' | 'TelegramOAuthEnabled'
>

/** A site that says who somebody is. */
export interface Provider {
  /** What it calls itself, the same in every language. */
  name: string
  column: IdentityColumn
  enabledBy: Switch
  /** Whether somebody it knows and we do not becomes a new user. */
  makesUsers: boolean
}

/** Who somebody is at another site, as that site itself said. */
export interface Identity {
  provider: Provider
  /** What the site never gives to anybody else. */
  subject: string
  /** What older versions stored instead; exchanged for the subject at the next sign-in. */
  formerSubject?: string | undefined
  /** Wanted as user name; cleaned and made unique. */
  name: string
  displayName: string
  /** An address the site has verified, else empty: what anybody may claim is not stored. */
  email: string
}

/** A callback, after its state was found good. */
export interface Callback {
  code: string
  state: string
  /** The parameter `iss` of the callback. */
  issuer: string | undefined
  /** The address the browser came back to. */
  redirectUri: string
  /** Whether this server made the address the browser was sent to, with PKCE and nonce. */
  hasChallenge: boolean
}

/** A provider that the browser is sent to and comes back from with a code. */
export interface RedirectingProvider extends Provider {
  authorizeUrl(app: PeopleContext, trip: Pick<Callback, 'state' | 'redirectUri'>): Promise<string> | string
  /** Exchanges the code. Any error but an `ApiError` counts as the provider's. */
  identify(app: PeopleContext, callback: Callback): Promise<Identity>
}

export type RedirectingProviders = Record<RedirectProvider, RedirectingProvider>
