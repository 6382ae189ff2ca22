import { unansweredMeter } from '../../metering/text.ts'
import { noteIdentity, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import { type Choice, members } from '../common/input-size.ts'
import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { openAiEmbeddings as embeddings } from './exchange.ts'

/** A text, unless all of it is an address, which some hosts fetch. */
const known = members({ text: 'textOrAddress' })

/** Texts or token ids, alone or in lists. */
export const texts: Choice = {
  text: 'textOrAddress',
  each: { text: 'textOrAddress', each: 'text', object: known, other: 'text' },
  object: known,
}

/** https://platform.openai.com/docs/api-reference/embeddings, and additions of Jina, Cohere and Voyage. */
const inputSize = members({
  input: texts,
  [`model dimensions encoding_format input_type user task normalized embedding_type late_chunking truncate truncation
    output_dimension output_dtype`]: 'text',
})

const observer = makeObserver({
  read(answer, tally) {
    noteIdentity(tally, answer)
    tally.produced = asArray(answer.data).length > 0
    noteUsage(tally, answer.usage, readOpenAiUsage)
  },
})

/** OpenAI's embeddings. */
export const openAiEmbeddings = {
  observer,
  meter: unansweredMeter,
  inputSize,
  endpoint: { path: '/v1/embeddings', errors: openAiErrors },
  embeddings,
} satisfies ClientProtocol
