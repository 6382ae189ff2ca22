export {
  countsBy,
  embeddingsBy,
  imageEditsBy,
  imagesBy,
  rerankingsBy,
  speechBy,
  transcriptionsBy,
} from './by-upstream.ts'
export type { ConvertedRequest, Exchange, Exchanges } from './exchange.ts'
