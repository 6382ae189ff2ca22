import type { EmbeddingAnswer, EmbeddingInput, EmbeddingRequest } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { asArray, asObject, asObjects, asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { RequestRefused } from '../common/losses.ts'
import { camelCased } from '../gemini/camel-case.ts'

/**
 * Reads the body of `embedContent`, or of `batchEmbedContents` with its `requests`.
 * https://ai.google.dev/api/embeddings
 * @throws RequestRefused
 */
export function readEmbeddingRequest(body: unknown, model: string): EmbeddingRequest {
  const wire = camelCased(objectOrEmpty(body))
  const requests = Array.isArray(wire.requests) ? asObjects(wire.requests).map(camelCased) : [wire]
  const dimensions = asDouble(requests[0]?.outputDimensionality)
  return { model, inputs: requests.map(readInput), ...(dimensions !== null && { dimensions }) }
}

function readInput({ content, taskType, title }: JsonObject): EmbeddingInput {
  const parts = asObjects(objectOrEmpty(content).parts)
  if (parts.length === 0) throw new RequestRefused('content must have parts', 'content')
  if (parts.some(part => typeof part.text !== 'string'))
    throw new RequestRefused('only texts can be embedded', 'content')
  return {
    text: parts.map(part => part.text).join('\n'),
    ...(asText(taskType) !== null && { task: String(taskType) }),
    ...(asText(title) !== null && { title: String(title) }),
  }
}

/** Returns the body of `batchEmbedContents`. */
export const writeEmbeddingRequest = (request: EmbeddingRequest, model: string): JsonObject => ({
  requests: request.inputs.map(({ text, task, title }) => ({
    model: `models/${model}`,
    content: { parts: [{ text }] },
    ...(task !== undefined && { taskType: task }),
    ...(title !== undefined && { title }),
    ...(request.dimensions !== undefined && { outputDimensionality: request.dimensions }),
  })),
})

export function readEmbeddingAnswer(body: unknown): EmbeddingAnswer {
  const wire = objectOrEmpty(body)
  const single = asObject(wire.embedding)
  const embeddings = single ? [single] : asObjects(wire.embeddings)
  return {
    model: '',
    vectors: embeddings.map(({ values }) => asArray(values).map(value => asDouble(value) ?? 0)),
    inputTokens: asDouble(dig(wire, 'usageMetadata.promptTokenCount')),
  }
}

/** One vector for `embedContent`, all of them for `batchEmbedContents`. */
export function writeEmbeddingAnswer(
  { vectors, inputTokens }: EmbeddingAnswer,
  method: 'embedContent' | 'batchEmbedContents',
): JsonObject {
  const embeddings = vectors.map(values => ({ values }))
  return {
    ...(method === 'embedContent' ? { embedding: embeddings[0] ?? { values: [] } } : { embeddings }),
    ...(inputTokens !== null && { usageMetadata: { promptTokenCount: inputTokens } }),
  }
}
