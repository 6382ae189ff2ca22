import ipaddr from 'ipaddr.js'

/** Why an address is not reached. The text is for the server's log, not for the user. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Names that stand for the machine itself, its network or its cloud's metadata service. */
const INNER_NAMES = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/
const WEB_PORTS = new Set([80, 443])
const FIRST_USER_PORT = 1024

/**
 * Reads an address somebody else supplied, as far as it can be judged without asking anybody: http or https, no
 * credentials, a port the web uses, and a host that is neither a name of the inside nor a literal address that is not
 * public. However the address is spelled (`http://2130706433`, `http://[::ffff:7f00:1]`), it is judged as connected to.
 *
 * @throws AddressRefused
 */
export function readPublicUrl(text: string, isAllowed: (ip: string) => boolean = isPublicIp): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new AddressRefused('not an http or https address')
  if (url.username || url.password) throw new AddressRefused('an address with credentials')
  const port = Number(url.port)
  if (url.port && !WEB_PORTS.has(port) && port < FIRST_USER_PORT) throw new AddressRefused(`port ${port}`)

  const host = hostOf(url)
  if (ipaddr.isValid(host) ? !isAllowed(host) : INNER_NAMES.test(host))
    throw new AddressRefused(`${host} is not public`)
  return url
}

/** Whether an IP address is anybody's on the internet: neither private, loopback, link-local, metadata nor reserved. */
export function isPublicIp(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  if (address.range() !== 'unicast') return false
  // Everything assigned in IPv6 lies in 2000::/3; the rest embeds IPv4 or is nobody's.
  return address instanceof ipaddr.IPv4 || address.match(ipaddr.IPv6.parseCIDR('2000::/3'))
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
