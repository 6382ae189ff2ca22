import type { Ask } from '../../canonical/ask.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { asObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { WriteAskContext } from '../dialect.ts'
import type { Loss } from '../losses.ts'
import { camelCased } from './camel-case.ts'
import { readAsk } from './read-ask.ts'
import { writeAsk } from './write-ask.ts'

/**
 * The body of `countTokens`: a whole request in `generateContentRequest`, or, as Vertex has it, its members themselves.
 * https://ai.google.dev/api/tokens
 * @throws AskRefused
 */
export function readCountAsk(body: unknown, model: string): Ask {
  const wire = camelCased(objectOrEmpty(body))
  return readAsk(asObject(wire.generateContentRequest) ?? wire, { model, stream: false })
}

/** @throws AskRefused */
export function writeCountAsk(ask: Ask, context: WriteAskContext): { body: JsonObject; losses: Loss[] } {
  const { body, losses } = writeAsk(ask, context)
  return { body: { generateContentRequest: { model: `models/${context.model}`, ...body } }, losses }
}

/** null: not told. */
export const readCount = (body: unknown): number | null => asDouble(objectOrEmpty(body).totalTokens)

export const writeCount = (tokens: number): JsonObject => ({ totalTokens: tokens })
