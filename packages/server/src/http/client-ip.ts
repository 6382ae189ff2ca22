import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Reads addresses and CIDR ranges, separated by commas, blanks or lines. Throws the first entry that is neither. */
export function parseRanges(text: string): Range[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(entry => {
      if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
      if (!ipaddr.isValid(entry)) throw new RangeError(entry)
      const address = ipaddr.process(entry)
      return [address, address.kind() === 'ipv4' ? 32 : 128]
    })
}

export function isInRanges(ip: string, ranges: Range[]): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return ranges.some(range => range[0].kind() === address.kind() && address.match(range))
}

/** The client's address: the socket's, or what trusted proxies say of it, read from the nearest hop outwards. */
export function clientIp(socketAddress: string, forwardedFor: string | null, trusted: Range[]): string {
  const hops = [
    ...(forwardedFor ?? '')
      .split(',')
      .map(hop => hop.trim())
      .filter(Boolean),
    socketAddress,
  ]
  let nearest = plain(hops.pop() ?? '')
  while (hops.length > 0 && isInRanges(nearest, trusted)) nearest = plain(hops.pop() ?? '')
  return nearest
}

/** `::ffff:10.0.0.1` is the IPv4 address it wraps. */
const plain = (ip: string): string => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip)
