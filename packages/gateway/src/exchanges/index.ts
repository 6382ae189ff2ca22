export {
  countsBy,
  embeddingsBy,
  imageEditsBy,
  imagesBy,
  rerankingsBy,
  speechBy,
  transcriptionsBy,
} from './by-upstream.ts'
export type { Exchanges } from './exchange.ts'
