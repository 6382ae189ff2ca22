import type { CanonicalRequest } from '../../canonical/request.ts'

/** Returns the parts of a request that consume tokens: the conversation, the tools and how to use them. */
export const counted = (request: CanonicalRequest): CanonicalRequest => {
  const { toolChoice, reasoning, format } = request.parameters
  const parameters = { ...(toolChoice && { toolChoice }), ...(reasoning && { reasoning }), ...(format && { format }) }
  return { ...request, parameters }
}
