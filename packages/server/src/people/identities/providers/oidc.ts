import type { Options } from '../../../platform/options/index.ts'
import { identifyByOidc, type OidcSettings, oidcAuthorizeUrl } from '../oidc-client.ts'
import type { Provider, RedirectingProvider } from '../provider.ts'

const provider: Provider = { name: 'OIDC', place: 'oidc_id', enabledBy: 'oidc.enabled', makesUsers: true }

/** The provider of the options `oidc.…`. */
export const oidc: RedirectingProvider = {
  ...provider,

  authorizeUrl: (app, trip) =>
    oidcAuthorizeUrl(app, app.options.get('oidc.authorization_endpoint'), settingsIn(app.options), trip),

  async identify(app, callback) {
    const { identity } = await identifyByOidc(app, settingsIn(app.options), callback)
    return { provider, ...identity }
  },
}

const settingsIn = (options: Options): OidcSettings => ({
  wellKnown: options.get('oidc.well_known'),
  clientId: options.get('oidc.client_id'),
  clientSecret: options.get('oidc.client_secret'),
  scopes: 'openid profile email',
  tokenEndpoint: options.get('oidc.token_endpoint'),
  userInfoEndpoint: options.get('oidc.user_info_endpoint'),
})
