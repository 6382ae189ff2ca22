/**
 * Returns whether a page of another origin sent this request. Programs send neither header; old browsers, and all
 * browsers without https, send only `Origin`. https://www.w3.org/TR/fetch-metadata/
 */
export function isFromAnotherSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  return origin !== null && URL.parse(origin)?.host !== headers.get('host')
}
