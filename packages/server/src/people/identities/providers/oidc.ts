import {
  allowInsecureRequests,
  authorizationCodeGrant,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import { z } from 'zod'
import { boundedFetch } from '../../../platform/http/ask-provider.ts'
import { discoverOidcProvider, type OidcMetadata } from '../../../platform/http/discover-oidc-provider.ts'
import type { PeopleContext } from '../../context.ts'
import { challengeOf, nonceOf, verifierOf } from '../pkce.ts'
import type { Provider, RedirectingProvider } from '../provider.ts'
import { withQuery } from './with-query.ts'

const provider: Provider = { name: 'OIDC', column: 'oidc_id', enabledBy: 'oidc.enabled', makesUsers: true }

const claims = z.object({
  sub: z.string().min(1).max(255),
  preferred_username: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.unknown().optional(),
})

/** https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth */
export const oidc: RedirectingProvider = {
  ...provider,

  authorizeUrl: (app, { state, redirectUri }) =>
    withQuery(app.options.get('oidc.authorization_endpoint'), {
      client_id: app.options.get('oidc.client_id'),
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state,
      nonce: nonceOf(state, app),
      ...challengeOf(state, app),
    }),

  async identify(app, { code, state, issuer, redirectUri, hasChallenge }) {
    const found = await discoverOidcProvider(app.options.get('oidc.well_known'))
    const configuration = configurationOf(app, found)
    // The state proves that the answer comes from this provider, so a given issuer must be its own.
    const answer = withQuery(redirectUri, { code, state, iss: issuer ?? found.issuer })
    const tokens = await authorizationCodeGrant(configuration, new URL(answer), {
      expectedState: state,
      idTokenExpected: true,
      ...(hasChallenge && { expectedNonce: nonceOf(state, app), pkceCodeVerifier: verifierOf(state, app) }),
    })
    const { sub } = claims.parse(tokens.claims())
    const told = claims.parse(await fetchUserInfo(configuration, tokens.access_token, sub))
    const name = told.preferred_username ?? told.name ?? ''
    return {
      provider,
      subject: sub,
      name,
      displayName: told.name || name,
      email: told.email_verified === true ? (told.email ?? '') : '',
    }
  },
}

/** The settings override the discovery document, because some addresses differ as seen from here. */
function configurationOf({ options }: PeopleContext, found: OidcMetadata): Configuration {
  const configuration = new Configuration(
    {
      ...found,
      token_endpoint: options.get('oidc.token_endpoint') || found.token_endpoint,
      userinfo_endpoint: options.get('oidc.user_info_endpoint') || found.userinfo_endpoint,
    },
    options.get('oidc.client_id'),
    {},
    authentication(options.get('oidc.client_secret'), found),
  )
  // The library's own type for the standard `RequestInit`.
  configuration[customFetch] = (url, init) => boundedFetch(url, init as RequestInit)
  // The operator chose the addresses, and may run a provider without https.
  allowInsecureRequests(configuration)
  // Without this the library would trust the connection instead of the signature.
  enableNonRepudiationChecks(configuration)
  return configuration
}

function authentication(secret: string, { token_endpoint_auth_methods_supported: methods }: OidcMetadata): ClientAuth {
  if (secret === '') return None()
  return methods?.includes('client_secret_post') ? ClientSecretPost(secret) : ClientSecretBasic(secret)
}
