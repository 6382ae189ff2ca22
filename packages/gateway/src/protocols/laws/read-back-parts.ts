import { effortOf } from '../../canonical/efforts.ts'
import type { MediaPart, Part } from '../../canonical/parts.ts'
import type { CanonicalRequest, RequestParameters, Tool } from '../../canonical/request.ts'
import { type JsonObject, objectOrEmpty } from '../../raw/json.ts'

/** A model that does not think already complies with a request not to. */
export const isOff = ({ parameters: { reasoning } }: CanonicalRequest): boolean =>
  reasoning !== undefined && effortOf(reasoning) === 'none'

export const toCall = (id: unknown, name: unknown, written: string): Part => ({
  type: 'tool-call',
  id: String(id),
  name: String(name),
  arguments: written,
})

export const toResult = (id: unknown, parts: readonly Part[], isError: boolean): Part => ({
  type: 'tool-result',
  id: String(id),
  parts: parts.filter(part => part.type === 'text' || part.type === 'media').filter(part => !isNothing(part)),
  ...(isError && { isError: true as const }),
})

/** Returns whether a part is a dialect's placeholder for a missing text. */
const isNothing = (part: Part): boolean => part.type === 'text' && part.text === '...'

export const toMedia = (kind: MediaPart['kind'], base64: string): MediaPart => ({
  type: 'media',
  kind,
  source: { type: 'data', base64 },
  mime: null,
})

export const toFunction = ({ name, description }: JsonObject, schema: unknown): Tool => ({
  type: 'function',
  name: String(name),
  ...(typeof description === 'string' && { description }),
  schema: objectOrEmpty(schema),
})

export const defined = (parameters: RequestParameters): RequestParameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
