import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { writeAddress } from '../../protocols/gemini/address.ts'
import {
  readEmbeddingAnswer,
  readEmbeddingRequest,
  writeEmbeddingAnswer,
  writeEmbeddingRequest,
} from '../../protocols/gemini/embeddings.ts'
import { asArray, asObjects, dig, objectOrEmpty } from '../../raw/json.ts'
import type { ClientSide, UpstreamSide } from '../exchange.ts'

/** The vectors in the shape of the method that was called. */
export const geminiClient = (
  method: 'embedContent' | 'batchEmbedContents',
): ClientSide<EmbeddingRequest, EmbeddingAnswer> => ({
  readRequest: body => readEmbeddingRequest(body, ''),
  writeAnswer: answer => writeEmbeddingAnswer(answer, method),
})

export const geminiEmbeddings: UpstreamSide<EmbeddingRequest, EmbeddingAnswer> = {
  format: 'gemini-batch-embed-contents',
  path: model => writeAddress({ model, method: 'batchEmbedContents', asksForEvents: false }),
  writeRequest: writeEmbeddingRequest,
  readAnswer: body => ('embeddings' in body ? readEmbeddingAnswer(body) : null),
}

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const vertexEmbeddings: UpstreamSide<EmbeddingRequest, EmbeddingAnswer> = {
  format: 'gemini-predict',
  path: model => writeAddress({ model, method: 'predict', asksForEvents: false }),
  writeRequest: request => ({
    instances: request.inputs.map(({ text, task, title }) => ({
      content: text,
      ...(task !== undefined && { task_type: task }),
      ...(title !== undefined && { title }),
    })),
    ...(request.dimensions !== undefined && { parameters: { outputDimensionality: request.dimensions } }),
  }),
  readAnswer({ predictions }) {
    if (!Array.isArray(predictions)) return null
    const embeddings = asObjects(predictions).map(prediction => objectOrEmpty(prediction.embeddings))
    const counts = embeddings.map(embedding => asDouble(dig(embedding, 'statistics.token_count')))
    return {
      model: '',
      vectors: embeddings.map(({ values }) => asArray(values).map(value => asDouble(value) ?? 0)),
      inputTokens: counts.every(count => count !== null) ? counts.reduce((sum, count) => sum + count, 0) : null,
    }
  },
}
