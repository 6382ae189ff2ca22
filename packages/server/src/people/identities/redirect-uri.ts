import type { RedirectProvider } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import { isHttps } from '../../platform/sessions/is-https.ts'

/**
 * The callback page of a provider: at the operator's address, else where the browser is. A provider sends browsers to
 * addresses it was told of before and to no others, so that a made-up `Host` leads nowhere.
 */
export function redirectUri(type: RedirectProvider, options: Options, request: Request): string {
  const { host } = new URL(request.url)
  const site = options.get('ServerAddress') || `${isHttps(request) ? 'https' : 'http'}://${host}`
  return `${site}/oauth/${type}`
}
