import { asDouble } from '../../canonical/exact-json.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import { asObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { WriteRequestContext } from '../common/dialect.ts'
import type { Loss } from '../common/losses.ts'
import { camelCased } from '../gemini/camel-case.ts'
import { readRequest } from '../gemini/read-request.ts'
import { writeRequest } from '../gemini/write-request.ts'

/**
 * Reads the body of `countTokens`: a whole request in `generateContentRequest` or, on Vertex, its members directly.
 * https://ai.google.dev/api/tokens
 * @throws RequestRefused
 */
export function readCountRequest(body: unknown, model: string): CanonicalRequest {
  const wire = camelCased(objectOrEmpty(body))
  return readRequest(asObject(wire.generateContentRequest) ?? wire, { model, stream: false })
}

/** @throws RequestRefused */
export function writeCountRequest(
  request: CanonicalRequest,
  context: WriteRequestContext,
): { body: JsonObject; losses: Loss[] } {
  const { body, losses } = writeRequest(request, context)
  return { body: { generateContentRequest: { model: `models/${context.model}`, ...body } }, losses }
}

/** null: not reported. */
export const readCount = (body: unknown): number | null => asDouble(objectOrEmpty(body).totalTokens)

export const writeCount = (tokens: number): JsonObject => ({ totalTokens: tokens })
