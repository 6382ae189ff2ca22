/** Belongs to no row, which the server reports. */
const NO_ID = Number.MAX_SAFE_INTEGER

/** Returns the id in a part of an address, which may contain anything; null: it is none. */
export function addressId(text: string): number | null {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The same for a call that needs an id. */
export const addressIdOrNone = (text: string): number => addressId(text) ?? NO_ID
