import type { OidcProvider } from '@tollgate/contract'
import { discoverOidcProvider } from '../../../platform/http/discover-oidc-provider.ts'
import { furtherProvider, providerSecrets } from '../../../platform/options/further-oidc.ts'
import type { Options } from '../../../platform/options/index.ts'
import { grantedBy } from '../claims.ts'
import { identifyByOidc, type OidcSettings, oidcAuthorizeUrl } from '../oidc-client.ts'
import type { Provider, RedirectingProvider } from '../provider.ts'

/** The enabled provider with this slug in the option `oidc.providers`. */
export function furtherOidc(options: Options, slug: string): RedirectingProvider | undefined {
  const entry = furtherProvider(options, slug)
  if (!entry) return undefined
  const settings = settingsOf(entry, options)
  const provider: Provider = { name: entry.name, place: { slug }, enabledBy: null, makesUsers: true }
  return {
    ...provider,

    async authorizeUrl(app, trip) {
      const { authorization_endpoint } = await discoverOidcProvider(entry.well_known)
      return oidcAuthorizeUrl(app, authorization_endpoint, settings, trip)
    },

    async identify(app, callback) {
      const { identity, claims } = await identifyByOidc(app, settings, callback)
      return { provider, ...identity, granted: grantedBy(entry, claims, app) }
    },
  }
}

const settingsOf = (entry: OidcProvider, options: Options): OidcSettings => ({
  wellKnown: entry.well_known,
  clientId: entry.client_id,
  clientSecret: providerSecrets(options)[entry.slug] ?? '',
  scopes: entry.scopes,
  tokenEndpoint: '',
  userInfoEndpoint: '',
})
