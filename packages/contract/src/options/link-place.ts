import { z } from 'zod'
import { isOwnPlace } from './own-place.ts'

/** Blanks, control characters and backslashes, which browsers read in ways of their own. */
const ODD = /[\s\p{C}\\]/u

/** An http(s) address, or the path of a page of this console. */
export const linkPlace = (max: number) => z.string().trim().max(max).refine(isLinkPlace, { message: 'not_link_place' })

function isLinkPlace(address: string): boolean {
  if (ODD.test(address)) return false
  return isOwnPlace(address) || (/^https?:\/\/[^/]/i.test(address) && URL.canParse(address))
}
