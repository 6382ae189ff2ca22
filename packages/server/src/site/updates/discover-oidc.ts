import { consoleError } from '../../platform/http/console-error.ts'
import { discoverOidcProvider } from '../../platform/http/discover-oidc-provider.ts'
import type { SiteContext } from '../context.ts'

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/**
 * Reads a provider's endpoints, to fill in the settings. Returns nothing else.
 * @throws ApiError `oidc_well_known_invalid` | `oidc_discovery_failed`; the reason is logged
 */
export async function discoverOidc({ log }: Pick<SiteContext, 'log'>, address: string) {
  const url = address.trim()
  if (!isWebAddress(url)) throw consoleError('oidc_well_known_invalid', {}, 'well_known')
  try {
    const { authorization_endpoint, token_endpoint, userinfo_endpoint = '' } = await discoverOidcProvider(url)
    return { authorization_endpoint, token_endpoint, user_info_endpoint: userinfo_endpoint }
  } catch (error) {
    log.warn({ err: error }, 'an OIDC configuration was not fetched')
    throw consoleError('oidc_discovery_failed', {}, 'well_known')
  }
}
