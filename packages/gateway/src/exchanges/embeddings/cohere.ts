import type { EmbeddingAnswer, EmbeddingAsk } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { AskRefused, type Loss, lose } from '../../dialects/losses.ts'
import { asArray, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { UpstreamSide } from '../exchange.ts'
import { inputTypeOf } from './tasks.ts'

/** https://docs.cohere.com/reference/embed */
export const cohereEmbeddings: UpstreamSide<EmbeddingAsk, EmbeddingAnswer> = {
  format: 'cohere-embed',
  path: () => '/v2/embed',
  writeAsk: (ask, model, losses) => ({ model, ...writeCohere(ask, losses), embedding_types: ['float'] }),
  readAnswer: readCohere,
}

/** What Cohere and Amazon, who sells its models too, ask it alike. */
export function writeCohere(ask: EmbeddingAsk, losses: Loss[]): JsonObject {
  const tasks = new Set(ask.inputs.map(input => inputTypeOf(input.task)))
  if (tasks.size > 1) throw new AskRefused('this model embeds texts for one task at a time')
  if (ask.inputs.some(input => input.title !== undefined)) lose(losses, 'title', 'Cohere has no word for it')
  return {
    texts: ask.inputs.map(input => input.text),
    input_type: [...tasks][0],
    ...(ask.dimensions !== undefined && { output_dimension: ask.dimensions }),
  }
}

/** Vectors by type, or those of the first type alone. */
export function readCohere(body: JsonObject): EmbeddingAnswer | null {
  const vectors = Array.isArray(body.embeddings) ? body.embeddings : objectOrEmpty(body.embeddings).float
  if (!Array.isArray(vectors)) return null
  return {
    model: '',
    vectors: vectors.map(vector => asArray(vector).map(value => asDouble(value) ?? 0)),
    inputTokens: asDouble(dig(body, 'meta.billed_units.input_tokens')),
  }
}
