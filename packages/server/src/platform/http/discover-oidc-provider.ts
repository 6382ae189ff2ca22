import { z } from 'zod'
import { askProvider } from './ask-provider.ts'

const endpoint = z.url({ protocol: /^https?$/ }).max(2048)

/**
 * The fields we use of a discovery document.
 * https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
 */
const metadata = z.looseObject({
  issuer: z.string().min(1).max(2048),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  userinfo_endpoint: endpoint.optional(),
  jwks_uri: endpoint,
  /** A text that is not an address counts as missing. */
  end_session_endpoint: endpoint.optional().catch(undefined),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
export type OidcMetadata = z.output<typeof metadata>

/**
 * Fetches a discovery document from the operator's address, which may be private. Throws if the response is not one.
 */
export async function discoverOidcProvider(address: string): Promise<OidcMetadata> {
  const { status, body } = await askProvider(address)
  if (status !== 200) throw new Error(`the discovery document could not be fetched (status ${status})`)
  return metadata.parse(body)
}
