import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import { unansweredMeter } from '../../metering/text.ts'
import { noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray, asObject } from '../../raw/json.ts'
import type { ClientConverter, UpstreamConverter } from '../common/exchange.ts'
import { writeAddress } from '../gemini/address.ts'
import { geminiErrors } from '../gemini/errors.ts'
import { embedSize } from '../gemini/input-size.ts'
import { geminiMembers } from '../gemini/member-names.ts'
import { readGeminiUsage } from '../gemini/read-usage.ts'
import { renameIfNamed, renameInBatch } from '../gemini/rename-model.ts'
import type { ClientProtocol } from '../protocol.ts'
import { readEmbeddingAnswer, readEmbeddingRequest, writeEmbeddingAnswer, writeEmbeddingRequest } from './embeddings.ts'

/** Returns the vectors in the shape of the method called. */
const geminiClient = (
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

/** `embedContent` and `batchEmbedContents`. Older models report no usage. */
const observer = makeObserver({
  read(answer, tally) {
    tally.produced = asObject(answer.embedding) !== null || asArray(answer.embeddings).length > 0
    noteUsage(tally, answer.usageMetadata, readGeminiUsage)
  },
})

/** Gemini's embedding of one text. */
export const geminiEmbedContent = {
  observer,
  meter: unansweredMeter,
  inputSize: embedSize,
  endpoint: { methods: ['embedContent'], errors: geminiErrors },
  members: geminiMembers,
  renameModel: renameIfNamed,
  embeddings: geminiClient('embedContent'),
} satisfies ClientProtocol

/** Gemini's embeddings of many texts. */
export const geminiBatchEmbedContents = {
  observer,
  meter: unansweredMeter,
  inputSize: embedSize,
  endpoint: { methods: ['batchEmbedContents'], errors: geminiErrors },
  members: geminiMembers,
  renameModel: renameInBatch,
  embeddings: geminiClient('batchEmbedContents'),
} satisfies ClientProtocol
