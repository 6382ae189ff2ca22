import { type Choice, members } from '../common/input-size.ts'

/** A text, unless all of it is an address: some hosts fetch it. */
const known = members({ text: 'textOrAddress' })

/** Texts or token ids, alone or in lists. */
export const texts: Choice = {
  text: 'textOrAddress',
  each: { text: 'textOrAddress', each: 'text', object: known, other: 'text' },
  object: known,
}

/** https://platform.openai.com/docs/api-reference/embeddings, and additions of Jina, Cohere and Voyage. */
export const inputSize = members({
  input: texts,
  [`model dimensions encoding_format input_type user task normalized embedding_type late_chunking truncate truncation
    output_dimension output_dtype`]: 'text',
})
