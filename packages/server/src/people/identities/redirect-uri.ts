import type { RedirectProvider } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import { isHttps } from '../../platform/sessions/is-https.ts'

/**
 * The callback page of a provider: at the operator's address, else at the browser's. A provider redirects only to
 * registered addresses, so a forged `Host` leads nowhere.
 */
export function redirectUri(type: RedirectProvider, options: Options, request: Request): string {
  const { host } = new URL(request.url)
  const site = options.get('ServerAddress') || `${isHttps(request) ? 'https' : 'http'}://${host}`
  return `${site}/oauth/${type}`
}
