import { discoverOidcProvider } from '../../platform/http/discover-oidc-provider.ts'
import { furtherProvider } from '../../platform/options/further-oidc.ts'
import type { PeopleContext } from '../context.ts'
import { siteAddress } from './site-address.ts'

/**
 * The address where the session's provider ends its own session; undefined if the provider is gone, cannot be reached
 * or has none. https://openid.net/specs/openid-connect-rpinitiated-1_0.html
 */
export async function providerLogoutUrl(
  { options, log }: PeopleContext,
  slug: string,
  request: Request,
): Promise<string | undefined> {
  const entry = furtherProvider(options, slug)
  if (!entry) return undefined
  try {
    const { end_session_endpoint } = await discoverOidcProvider(entry.well_known)
    if (!end_session_endpoint) return undefined
    const url = new URL(end_session_endpoint)
    url.searchParams.set('client_id', entry.client_id)
    url.searchParams.set('post_logout_redirect_uri', `${siteAddress(options, request)}/login`)
    return url.href
  } catch (error) {
    log.warn({ err: error, provider: slug }, 'a provider could not be asked where its sessions end')
    return undefined
  }
}
