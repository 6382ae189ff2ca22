import ipaddr from 'ipaddr.js'

/** Thrown for an address that must not be reached. The message is for the server's log, not for the user. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Names of the machine itself, its network or its cloud's metadata service. */
const INTERNAL_NAMES = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/
const WEB_PORTS = new Set([80, 443])
const FIRST_USER_PORT = 1024

/**
 * Parses an address that somebody else supplied and checks everything that needs no DNS: http or https, no credentials,
 * a common web port, and a host that is neither an internal name nor a non-public literal address. An unusual spelling
 * (`http://2130706433`, `http://[::ffff:7f00:1]`) is checked as the address it stands for.
 * @throws AddressRefused
 */
export function readPublicUrl(text: string, isAllowed: (ip: string) => boolean = isPublicIp): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new AddressRefused('not an http or https address')
  if (url.username || url.password) throw new AddressRefused('an address with credentials')
  const port = Number(url.port)
  if (url.port && !WEB_PORTS.has(port) && port < FIRST_USER_PORT) throw new AddressRefused(`port ${port}`)

  const host = hostOf(url)
  if (ipaddr.isValid(host) ? !isAllowed(host) : INTERNAL_NAMES.test(host))
    throw new AddressRefused(`${host} is not public`)
  return url
}

/** Returns whether an IP address is public: neither private, loopback, link-local, metadata nor reserved. */
export function isPublicIp(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  if (address.range() !== 'unicast') return false
  // All assigned IPv6 addresses are in 2000::/3; the rest embeds IPv4 or is unassigned.
  return address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parseCIDR('2000::/3'))
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
