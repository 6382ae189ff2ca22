import { type Answer, type Asked, countsFor } from './answer.ts'

interface EmbeddingsAsked extends Asked {
  encoding_format?: 'float' | 'base64'
}

/** Exact in 32 bits, so that both encodings are equal. */
export const VECTOR = [0.5, -0.25, 0.125, 1]

/** `POST /v1/embeddings`; the official client requests base64 by default. */
export function answerEmbeddings(asked: EmbeddingsAsked): Answer {
  const { input } = countsFor(asked, [], false)
  const embedding =
    asked.encoding_format === 'base64' ? Buffer.from(new Float32Array(VECTOR).buffer).toString('base64') : VECTOR
  return {
    whole: {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding }],
      model: asked.model,
      usage: { prompt_tokens: input, total_tokens: input },
    },
    frames: [],
  }
}
