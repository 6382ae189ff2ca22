import { embeddingsBy, rerankingsBy } from '../exchanges/index.ts'
import { cohereEmbeddings } from '../protocols/cohere-embed/embeddings.ts'
import { cohereRerank } from '../protocols/cohere-rerank/rerank.ts'
import type { Provider } from './provider.ts'

const exchanges = { ...embeddingsBy(cohereEmbeddings), ...rerankingsBy(cohereRerank) }

/** Cohere: conversations, embeddings and rerankings, version 2. */
export const cohere: Provider = {
  type: 34,
  id: 'cohere',
  name: 'Cohere',
  color: 'magenta',
  baseUrl: 'https://api.cohere.ai',
  models: { catalogue: 'cohere' },
  nativeFormats: () => new Set(),
  target: () => ({ dialect: 'cohere' }),
  exchanges: () => exchanges,
  address: ({ channel, path }) => channel.baseUrl + path,
  headers: ({ channel }) => ({ authorization: `Bearer ${channel.key}` }),
}
