import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import { noUsage } from '../../canonical/usage.ts'
import type { Format } from '../../observers/index.ts'
import { type ClientSide, type Exchange, exchange, type Spent, type UpstreamSide } from '../exchange.ts'
import { geminiClient } from './gemini.ts'
import { openAiEmbeddings } from './openai.ts'

export { bedrockEmbeddings } from './bedrock.ts'
export { cohereEmbeddings } from './cohere.ts'
export { geminiEmbeddings, vertexEmbeddings } from './gemini.ts'
export { ollamaEmbeddings } from './ollama.ts'
export { openAiEmbeddings } from './openai.ts'

/** How clients ask for embeddings. */
const clients = {
  'openai-embeddings': openAiEmbeddings,
  'gemini-embed-content': geminiClient('embedContent'),
  'gemini-batch-embed-contents': geminiClient('batchEmbedContents'),
} satisfies Partial<Record<Format, ClientSide<EmbeddingRequest, EmbeddingAnswer>>>

type Embedding = keyof typeof clients

/** Embeddings of every client by an upstream that has its own words for them. */
export const embeddingsBy = (
  upstream: UpstreamSide<EmbeddingRequest, EmbeddingAnswer>,
): Record<Embedding, Exchange> => ({
  'openai-embeddings': exchange(clients['openai-embeddings'], upstream, spent),
  'gemini-embed-content': exchange(clients['gemini-embed-content'], upstream, spent),
  'gemini-batch-embed-contents': exchange(clients['gemini-batch-embed-contents'], upstream, spent),
})

const spent = ({ inputTokens }: EmbeddingAnswer): Spent => ({
  usage: inputTokens === null ? null : { ...noUsage(), input: inputTokens },
})
