import type { Options } from '../../platform/options/index.ts'
import { isHttps } from '../../platform/sessions/is-https.ts'

/**
 * The site's address set by the operator, else the browser's. A provider redirects only to registered addresses, so a
 * forged `Host` leads nowhere.
 */
export function siteAddress(options: Pick<Options, 'get'>, request: Request): string {
  const { host } = new URL(request.url)
  return options.get('ServerAddress') || `${isHttps(request) ? 'https' : 'http'}://${host}`
}
