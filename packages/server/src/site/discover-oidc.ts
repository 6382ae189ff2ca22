import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { askProvider } from '../http/ask-provider.ts'
import { consoleError } from '../http/console-error.ts'

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
const endpoint = z.string().max(4096).refine(isWebAddress)

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata */
const metadata = z.object({
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  userinfo_endpoint: endpoint.optional(),
})

/**
 * Asks a provider's discovery document for its endpoints. The address is the operator's, and may be private; only the
 * endpoints of its answer are returned.
 *
 * @throws ApiError `oidc_well_known_invalid` | `oidc_discovery_failed`; the reason is logged
 */
export async function discoverOidc({ log }: Pick<AppContext, 'log'>, address: string) {
  const url = address.trim()
  if (!isWebAddress(url)) throw consoleError('oidc_well_known_invalid', {}, 'well_known')
  try {
    const { status, body } = await askProvider(url)
    if (status !== 200) throw new Error(`the provider answered with status ${status}`)
    const { authorization_endpoint, token_endpoint, userinfo_endpoint = '' } = metadata.parse(body)
    return { authorization_endpoint, token_endpoint, user_info_endpoint: userinfo_endpoint }
  } catch (error) {
    log.warn({ err: error }, 'an OIDC configuration was not fetched')
    throw consoleError('oidc_discovery_failed', {}, 'well_known')
  }
}
