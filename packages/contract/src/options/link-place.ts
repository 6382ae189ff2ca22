import { z } from 'zod'

/** Blanks, control characters and backslashes, which browsers read in ways of their own. */
const ODD = /[\s\p{C}\\]/u

/** An http(s) address, or the path of a page of this console. */
export const linkPlace = (max: number) => z.string().trim().max(max).refine(isLinkPlace, { message: 'not_link_place' })

function isLinkPlace(address: string): boolean {
  if (ODD.test(address)) return false
  return isOwnPlace(address) || (/^https?:\/\/[^/]/i.test(address) && URL.canParse(address))
}

/** Whether a link leads to a page of this console: an address of another site would begin with two slashes. */
export const isOwnPlace = (address: string): boolean => /^\/(?![/\\])/.test(address)

const PAGE_ADDRESS = /^https?:\/\/\S+$/

/** Whether an operator's text is the address of a page, which the console frames. */
export const isPageAddress = (text: string): boolean => PAGE_ADDRESS.test(text.trim())
