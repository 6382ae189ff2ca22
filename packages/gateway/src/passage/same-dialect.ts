import type { Following } from '../follow/following.ts'
import type { Passage } from './passage.ts'

/** The upstream's own bytes, read along. `hideUsage`: without the usage frame the gateway asked for. */
export const sameDialect = (following: Following, hideUsage: boolean, asArray: boolean): Passage => ({
  stream: contentType => following.stream({ hideUsage, asArray, contentType }),
  whole: body => ({ body, tally: following.whole(new TextDecoder().decode(body)) }),
  contentType: null,
})
