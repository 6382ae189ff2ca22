import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { asArray, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { inputTypeOf } from '../common/embedding-tasks.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { type Loss, lose, RequestRefused } from '../common/losses.ts'

/** https://docs.cohere.com/reference/embed */
export const cohereEmbeddings: UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, 'cohere-embed'> = {
  format: 'cohere-embed',
  path: () => '/v2/embed',
  writeRequest: (request, model, losses) => ({ model, ...writeCohere(request, losses), embedding_types: ['float'] }),
  readAnswer: readCohere,
}

/** Returns the members common to Cohere and to Amazon, which also sells its models. */
export function writeCohere(request: EmbeddingRequest, losses: Loss[]): JsonObject {
  const tasks = new Set(request.inputs.map(input => inputTypeOf(input.task)))
  if (tasks.size > 1) throw new RequestRefused('this model embeds texts for one task at a time')
  if (request.inputs.some(input => input.title !== undefined)) lose(losses, 'title', 'Cohere does not support it')
  return {
    texts: request.inputs.map(input => input.text),
    input_type: [...tasks][0],
    ...(request.dimensions !== undefined && { output_dimension: request.dimensions }),
  }
}

/** Vectors by type, or only those of the first type. */
export function readCohere(body: JsonObject): EmbeddingAnswer | null {
  const vectors = Array.isArray(body.embeddings) ? body.embeddings : objectOrEmpty(body.embeddings).float
  if (!Array.isArray(vectors)) return null
  return {
    model: '',
    vectors: vectors.map(vector => asArray(vector).map(value => asDouble(value) ?? 0)),
    inputTokens: asDouble(dig(body, 'meta.billed_units.input_tokens')),
  }
}
