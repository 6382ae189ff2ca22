/** Returns an address without trailing slashes. */
export function withoutTrailingSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}
