/** A request for embeddings, in no wire format. */
export interface EmbeddingRequest {
  /** As the client named it. */
  model: string
  inputs: EmbeddingInput[]
  /** Number of dimensions of each vector; absent: the model's default. */
  dimensions?: number
}

/** One text, which becomes one vector. */
export interface EmbeddingInput {
  text: string
  /** The purpose of the vector, in Google's words: `RETRIEVAL_QUERY`, … */
  task?: string
  /** Title of the document the text belongs to. */
  title?: string
}

export interface EmbeddingAnswer {
  /** The upstream's name for it; empty if not reported. */
  model: string
  /** In the order of the inputs. */
  vectors: number[][]
  /** null: not reported. */
  inputTokens: number | null
}
