/** Whether a link leads to a page of this console: an address of another site would begin with two slashes. */
export const isOwnPlace = (address: string): boolean => /^\/(?![/\\])/.test(address)
