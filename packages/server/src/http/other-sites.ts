/**
 * Whether a browser says that a page of another origin sent this. Programs say neither; old browsers, and all without
 * https, say the origin alone. https://www.w3.org/TR/fetch-metadata/
 */
export function isFromAnotherSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && URL.parse(origin)?.host !== headers.get('host')
}
