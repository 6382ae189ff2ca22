/** Returns an address with added query parameters. */
export function withQuery(address: string, members: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value)
  return url.href
}
