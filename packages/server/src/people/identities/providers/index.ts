import { consoleError } from '../../../platform/http/console-error.ts'
import type { Options } from '../../../platform/options/index.ts'
import type { RedirectingProvider, RedirectingProviders } from '../provider.ts'
import { furtherOidc } from './further-oidc.ts'
import { github } from './github.ts'
import { linuxdo } from './linuxdo.ts'
import { oidc } from './oidc.ts'

const fixed: RedirectingProviders = { github, oidc, linuxdo }

/** The provider with the name in its callback address. Throws if it is switched off or unknown. */
export function redirectingProvider(options: Options, type: string): RedirectingProvider {
  // The cast holds because an unknown name gives undefined.
  const known = Object.hasOwn(fixed, type) ? fixed[type as keyof RedirectingProviders] : furtherOidc(options, type)
  if (!known) throw consoleError('sign_in_method_disabled', { provider: type })
  return known
}

export { telegram } from './telegram.ts'
export { wechat } from './wechat.ts'
