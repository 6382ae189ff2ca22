import ipaddr from 'ipaddr.js'
import { consoleError } from '../../platform/http/console-error.ts'
import type { PeopleContext } from '../context.ts'

/** The site that passkeys are bound to. https://www.w3.org/TR/webauthn-3/#relying-party-identifier */
export interface PasskeySite {
  /** The host's name; a passkey for one name does not work at another. */
  rpID: string
  origin: string
}

/**
 * Returns where passkeys work on this site: at the operator's address if it has a name and https; without an address,
 * at `http://localhost`, for trials. Never depends on the request's `Host`.
 * @returns null if they do not work, because browsers allow no passkeys at numeric addresses
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
