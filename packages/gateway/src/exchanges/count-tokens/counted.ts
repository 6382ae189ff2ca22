import type { Ask } from '../../canonical/ask.ts'

/** What of a request comes to tokens: the conversation, the tools and how to use them. */
export const counted = (ask: Ask): Ask => {
  const { toolChoice, reasoning, format } = ask.parameters
  const parameters = { ...(toolChoice && { toolChoice }), ...(reasoning && { reasoning }), ...(format && { format }) }
  return { ...ask, parameters }
}
