import type { OidcProvider } from '@tollgate/contract'
import type { Options } from './index.ts'

/** The enabled provider with this slug in the option `oidc.providers`. */
export const furtherProvider = (options: Pick<Options, 'get'>, slug: string): OidcProvider | undefined =>
  options.get('oidc.providers').find(entry => entry.enabled && entry.slug === slug)

/** The client secrets of further OIDC providers, by slug. The option's kind has checked the text. */
export function providerSecrets(options: Pick<Options, 'get'>): Record<string, string> {
  const text = options.get('oidc.provider_secrets')
  return text === '' ? {} : JSON.parse(text)
}
