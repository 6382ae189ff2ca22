import { asArray, asObject } from '../raw/json.ts'
import { readGeminiUsage } from '../usage/index.ts'
import { noteUsage } from './note.ts'
import { makeObserver } from './observer.ts'

/** `embedContent` and `batchEmbedContents`. Older models report no usage. */
export const followGeminiEmbeddings = makeObserver({
  read(answer, tally) {
    tally.produced = asObject(answer.embedding) !== null || asArray(answer.embeddings).length > 0
    noteUsage(tally, answer.usageMetadata, readGeminiUsage)
  },
})
