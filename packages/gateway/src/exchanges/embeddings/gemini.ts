import type { EmbeddingAnswer, EmbeddingAsk } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { writeAddress } from '../../dialects/gemini/address.ts'
import {
  readEmbeddingAnswer,
  readEmbeddingAsk,
  writeEmbeddingAnswer,
  writeEmbeddingAsk,
} from '../../dialects/gemini/embeddings.ts'
import { asArray, asObjects, dig, objectOrEmpty } from '../../raw/json.ts'
import type { ClientSide, UpstreamSide } from '../exchange.ts'

/** The vectors in the shape of the method that was called. */
export const geminiClient = (
  method: 'embedContent' | 'batchEmbedContents',
): ClientSide<EmbeddingAsk, EmbeddingAnswer> => ({
  readAsk: body => readEmbeddingAsk(body, ''),
  writeAnswer: answer => writeEmbeddingAnswer(answer, method),
})

export const geminiEmbeddings: UpstreamSide<EmbeddingAsk, EmbeddingAnswer> = {
  format: 'gemini-batch-embed-contents',
  path: model => writeAddress({ model, method: 'batchEmbedContents', asksForEvents: false }),
  writeAsk: writeEmbeddingAsk,
  readAnswer: body => ('embeddings' in body ? readEmbeddingAnswer(body) : null),
}

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const vertexEmbeddings: UpstreamSide<EmbeddingAsk, EmbeddingAnswer> = {
  format: 'gemini-predict',
  path: model => writeAddress({ model, method: 'predict', asksForEvents: false }),
  writeAsk: ask => ({
    instances: ask.inputs.map(({ text, task, title }) => ({
      content: text,
      ...(task !== undefined && { task_type: task }),
      ...(title !== undefined && { title }),
    })),
    ...(ask.dimensions !== undefined && { parameters: { outputDimensionality: ask.dimensions } }),
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
