import ipaddr from 'ipaddr.js'
import { consoleError } from '../../platform/http/console-error.ts'
import type { PeopleContext } from '../context.ts'

/** What passkeys are bound to. https://www.w3.org/TR/webauthn-3/#relying-party-identifier */
export interface PasskeySite {
  /** The host's name; a passkey of one name is worth nothing at another. */
  rpID: string
  origin: string
}

/**
 * Returns where passkeys work on this site: the operator's address, where it has a name and https; without one,
 * `http://localhost`, for trying things out. Never what a stranger's `Host` says.
 *
 * @returns null where they work nowhere: browsers give no passkeys to number addresses
 */
export function passkeySite({ options }: Pick<PeopleContext, 'options'>, request: Request): PasskeySite | null {
  const set = options.get('ServerAddress')
  const { protocol, hostname, origin } = new URL(set || request.url)
  const isLocal = hostname === 'localhost'
  if (!isLocal && (set === '' || protocol !== 'https:' || isNumber(hostname))) return null
  return { rpID: hostname, origin }
}

export function requirePasskeySite(app: Pick<PeopleContext, 'options'>, request: Request): PasskeySite {
  const site = passkeySite(app, request)
  if (!site) throw consoleError('passkey_site_unfit')
  return site
}

const isNumber = (hostname: string): boolean => ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''))
