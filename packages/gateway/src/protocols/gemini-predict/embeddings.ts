import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { asArray, asObjects, dig, objectOrEmpty } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { writeAddress } from '../gemini/address.ts'

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const vertexEmbeddings: UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, 'gemini-predict'> = {
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
