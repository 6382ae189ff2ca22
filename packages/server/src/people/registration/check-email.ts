import { consoleError } from '../../platform/http/console-error.ts'
import { isMailAddress } from '../../platform/mail/mail-address.ts'
import type { Options } from '../../platform/options/index.ts'

/** Throws the reason why nobody may register with or bind this address. */
export function checkEmail(email: string, options: Options): void {
  if (email === '') throw consoleError('email_empty', {}, 'email')
  if (!isMailAddress(email)) throw consoleError('email_invalid', {}, 'email')
  const at = email.lastIndexOf('@')
  const [local, domain] = [email.slice(0, at), email.slice(at + 1).toLowerCase()]
  if (options.get('EmailDomainRestrictionEnabled') && !options.get('EmailDomainWhitelist').includes(domain))
    throw consoleError('email_domain_refused', { domains: options.get('EmailDomainWhitelist').join(', ') }, 'email')
  // `ann+1@…` and `a.nn@…` reach the mailbox of `ann@…` at many providers.
  if (options.get('EmailAliasRestrictionEnabled') && /[+.]/.test(local)) throw consoleError('email_alias', {}, 'email')
}
