/** Where gateways of this family publish prices, the most detailed first. */
const OF_FAMILY = ['/api/pricing', '/api/ratio_config']
const OF_OPEN_ROUTER = '/api/v1/models'

/** Returns the addresses to ask for a price list, in order: an address with a path alone, otherwise the usual ones. */
export function priceListAddresses(address: string): string[] {
  const { origin, pathname, hostname } = new URL(address)
  const isOpenRouter = hostname === 'openrouter.ai' || hostname.endsWith('.openrouter.ai')
  if (isOpenRouter) return [origin + OF_OPEN_ROUTER]
  const isBase = BASES.has(pathname.replace(/\/$/, ''))
  return isBase ? [...OF_FAMILY, OF_OPEN_ROUTER].map(path => origin + path) : [address]
}

/** Paths that are base addresses of channels rather than addresses of lists. */
const BASES: ReadonlySet<string> = new Set(['', '/v1', '/api', '/api/v1'])
