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
import { boundedFetch } from '../../platform/http/ask-provider.ts'
import { discoverOidcProvider, type OidcMetadata } from '../../platform/http/discover-oidc-provider.ts'
import type { PeopleContext } from '../context.ts'
import { challengeOf, nonceOf, verifierOf } from './pkce.ts'
import type { Callback, Identity } from './provider.ts'
import { withQuery } from './providers/with-query.ts'

/** The operator's settings for a provider. */
export interface OidcSettings {
  wellKnown: string
  clientId: string
  clientSecret: string
  scopes: string
  /** Empty: as discovered. */
  tokenEndpoint: string
  userInfoEndpoint: string
}

const claims = z.looseObject({
  sub: z.string().min(1).max(255),
  preferred_username: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.unknown().optional(),
})
type Claims = z.output<typeof claims>

/** https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth */
export const oidcAuthorizeUrl = (
  app: PeopleContext,
  endpoint: string,
  { clientId, scopes }: OidcSettings,
  { state, redirectUri }: Pick<Callback, 'state' | 'redirectUri'>,
): string =>
  withQuery(endpoint, {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopes,
    state,
    nonce: nonceOf(state, app),
    ...challengeOf(state, app),
  })

/** Exchanges the code for the user's identity and for all claims of the ID token and the user info. */
export async function identifyByOidc(
  app: PeopleContext,
  settings: OidcSettings,
  { code, state, issuer, redirectUri, hasChallenge }: Callback,
): Promise<{ identity: Omit<Identity, 'provider'>; claims: Claims }> {
  const found = await discoverOidcProvider(settings.wellKnown)
  const configuration = configurationOf(settings, found)
  // The state proves that the answer comes from this provider, so a given issuer must be its own.
  const answer = withQuery(redirectUri, { code, state, iss: issuer ?? found.issuer })
  const tokens = await authorizationCodeGrant(configuration, new URL(answer), {
    expectedState: state,
    idTokenExpected: true,
    ...(hasChallenge && { expectedNonce: nonceOf(state, app), pkceCodeVerifier: verifierOf(state, app) }),
  })
  const proved = claims.parse(tokens.claims())
  const told = claims.parse(await fetchUserInfo(configuration, tokens.access_token, proved.sub))
  const name = told.preferred_username ?? told.name ?? ''
  return {
    identity: {
      subject: proved.sub,
      name,
      displayName: told.name || name,
      email: told.email_verified === true ? (told.email ?? '') : '',
    },
    claims: { ...proved, ...told },
  }
}

/** The settings override the discovery document, because some addresses are different from here. */
function configurationOf(settings: OidcSettings, found: OidcMetadata): Configuration {
  const configuration = new Configuration(
    {
      ...found,
      token_endpoint: settings.tokenEndpoint || found.token_endpoint,
      userinfo_endpoint: settings.userInfoEndpoint || found.userinfo_endpoint,
    },
    settings.clientId,
    {},
    authentication(settings.clientSecret, found),
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
