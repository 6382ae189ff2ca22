import { noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray, asObject } from '../../raw/json.ts'
import { readGeminiUsage } from '../gemini/read-usage.ts'

/** `embedContent` and `batchEmbedContents`. Older models report no usage. */
export const observer = makeObserver({
  read(answer, tally) {
    tally.produced = asObject(answer.embedding) !== null || asArray(answer.embeddings).length > 0
    noteUsage(tally, answer.usageMetadata, readGeminiUsage)
  },
})
