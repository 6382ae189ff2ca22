/** A request for embeddings, in no wire format. */
export interface EmbeddingRequest {
  /** As the client named it. */
  model: string
  inputs: EmbeddingInput[]
  /** Of each vector; absent: as many as the model makes. */
  dimensions?: number
}

/** One text, which becomes one vector. */
export interface EmbeddingInput {
  text: string
  /** What the vector is for, in Google's words: `RETRIEVAL_QUERY`, … */
  task?: string
  /** Of the document the text is. */
  title?: string
}

export interface EmbeddingAnswer {
  /** As the upstream calls it; empty where it does not say. */
  model: string
  /** In the order of the inputs. */
  vectors: number[][]
  /** null: not told. */
  inputTokens: number | null
}
