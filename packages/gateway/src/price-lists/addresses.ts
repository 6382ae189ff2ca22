/** Where this family publishes prices; the first has more in it. */
const OF_FAMILY = ['/api/pricing', '/api/ratio_config']
const OF_OPEN_ROUTER = '/api/v1/models'

/** Addresses to ask for a price list, in turn: an address with a path alone, else those where one is published. */
export function priceListAddresses(address: string): string[] {
  const { origin, pathname, hostname } = new URL(address)
  const isOpenRouter = hostname === 'openrouter.ai' || hostname.endsWith('.openrouter.ai')
  if (isOpenRouter) return [origin + OF_OPEN_ROUTER]
  const isBase = BASES.has(pathname.replace(/\/$/, ''))
  return isBase ? [...OF_FAMILY, OF_OPEN_ROUTER].map(path => origin + path) : [address]
}

/** Paths that channels have as their base. */
const BASES: ReadonlySet<string> = new Set(['', '/v1', '/api', '/api/v1'])
