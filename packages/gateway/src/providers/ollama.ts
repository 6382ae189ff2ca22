import { DATA_ONLY } from '../canonical/media-by-address.ts'
import { embeddingsBy } from '../exchanges/index.ts'
import { ollamaEmbeddings } from '../protocols/ollama-embed/embeddings.ts'
import { at, compatible, SYSTEM_ONLY } from './compatible.ts'

export const ollama = compatible({
  type: 4,
  id: 'ollama',
  name: 'Ollama',
  color: 'default',
  baseUrl: 'http://localhost:11434',
  paths: at('/v1', 'openai-chat', 'openai-completions'),
  // https://docs.ollama.com/api/openai-compatibility
  quirks: { ...SYSTEM_ONLY, ...DATA_ONLY },
  exchanges: embeddingsBy(ollamaEmbeddings),
})
