import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import type { ClientConverter, UpstreamConverter } from '../common/exchange.ts'
import { writeAddress } from '../gemini/address.ts'
import { readEmbeddingAnswer, readEmbeddingRequest, writeEmbeddingAnswer, writeEmbeddingRequest } from './embeddings.ts'

/** Returns the vectors in the shape of the method called. */
export const geminiClient = (
  method: 'embedContent' | 'batchEmbedContents',
): ClientConverter<EmbeddingRequest, EmbeddingAnswer> => ({
  readRequest: body => readEmbeddingRequest(body, ''),
  writeAnswer: answer => writeEmbeddingAnswer(answer, method),
})

export const geminiEmbeddings: UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, 'gemini-batch-embed-contents'> = {
  format: 'gemini-batch-embed-contents',
  path: model => writeAddress({ model, method: 'batchEmbedContents', asksForEvents: false }),
  writeRequest: writeEmbeddingRequest,
  readAnswer: body => ('embeddings' in body ? readEmbeddingAnswer(body) : null),
}
