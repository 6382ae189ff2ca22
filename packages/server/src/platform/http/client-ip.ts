import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Parses addresses and CIDR ranges, separated by commas, blanks or lines. Throws a RangeError with the first bad entry. */
export function parseRanges(text: string): Range[] {
  return entriesOf(text).map(entry => {
    const range = readRange(entry)
    if (!range) throw new RangeError(entry)
    return range
  })
}

/** Parses a stored list. A bad entry is ignored, so it admits nobody. */
export const readableRanges = (text: string): Range[] =>
  entriesOf(text)
    .map(readRange)
    .filter(range => range !== undefined)

const entriesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

/** IPv4 addresses need four decimal parts: `1.2.3` is a typo, and `010.0.0.1` is ambiguous. */
function readRange(entry: string): Range | undefined {
  const { IPv4, IPv6 } = ipaddr
  if (IPv4.isValidCIDRFourPartDecimal(entry)) return IPv4.parseCIDR(entry)
  if (IPv6.isValidCIDR(entry)) return IPv6.parseCIDR(entry)
  if (!IPv4.isValidFourPartDecimal(entry) && !IPv6.isValid(entry)) return undefined
  const address = ipaddr.process(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

export function isInRanges(ip: string, ranges: Range[]): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return ranges.some(range => range[0].kind() === address.kind() && address.match(range))
}

/**
 * Returns the client's address: the socket's, or the one that trusted proxies report, read from the nearest hop
 * outwards.
 */
export function clientIp(socketAddress: string, forwardedFor: string | null, trusted: Range[]): string {
  const hops = [
    ...(forwardedFor ?? '')
      .split(',')
      .map(hop => hop.trim())
      .filter(Boolean),
    socketAddress,
  ]
  let nearest = unwrapped(hops.pop() ?? '')
  while (hops.length > 0 && isInRanges(nearest, trusted)) nearest = unwrapped(hops.pop() ?? '')
  return nearest
}

/** Turns `::ffff:10.0.0.1` into the IPv4 address it wraps. */
const unwrapped = (ip: string): string => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : ip)
