/** Ports of proxies whose address has none. */
const PORTS = { 'http:': 80, 'https:': 443, 'socks5:': 1080, 'socks5h:': 1080 } as const

/** A channel's proxy. */
export interface ProxyAddress {
  protocol: keyof typeof PORTS
  /** Host and port. */
  host: string
  /** As in the address; empty: none. */
  user: string
  /** Whether it looks up the upstream's name itself. */
  looksUp: boolean
}

/** Reads a proxy's address; undefined: it is not one. */
export function readProxy(address: string): ProxyAddress | undefined {
  const url = URL.parse(address.trim())
  if (url === null || !isProtocol(url.protocol) || url.hostname === '') return undefined
  if (NO_ESCAPE.test(url.username + url.password)) return undefined
  const { protocol, hostname, port, username } = url
  const host = `${hostname}:${port || PORTS[protocol]}`
  return { protocol, host, user: username, looksUp: protocol !== 'socks5:' }
}

const isProtocol = (protocol: string): protocol is ProxyAddress['protocol'] => Object.hasOwn(PORTS, protocol)

/** Special characters in credentials must be escaped: `%40` for `@`. */
const NO_ESCAPE = /%(?![0-9a-f]{2})/i
