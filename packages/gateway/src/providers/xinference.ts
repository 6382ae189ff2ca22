import { rerankingsBy } from '../exchanges/index.ts'
import { xinferenceRerank } from '../protocols/rerank/xinference.ts'
import { at, compatible, IMAGES, SOUNDS, SYSTEM_ONLY } from './compatible.ts'

export const xinference = compatible({
  type: 47,
  id: 'xinference',
  name: 'Xinference',
  color: 'purple',
  paths: at('/v1', 'openai-chat', 'openai-completions', 'openai-embeddings', ...IMAGES, ...SOUNDS),
  quirks: SYSTEM_ONLY,
  exchanges: rerankingsBy(xinferenceRerank),
})
