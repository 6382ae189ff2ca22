import type { EmbeddingAnswer, EmbeddingRequest } from '../canonical/embedding.ts'
import type { ImageAnswer, ImageRequest } from '../canonical/image.ts'
import type { CanonicalRequest } from '../canonical/request.ts'
import type { RerankAnswer, RerankRequest } from '../canonical/rerank.ts'
import type { SpeechAnswer, SpeechRequest } from '../canonical/speech.ts'
import type { TranscriptionAnswer, TranscriptionRequest } from '../canonical/transcription.ts'
import { noUsage } from '../canonical/usage.ts'
import type { Body, CountConverter, UpstreamConverter } from '../protocols/common/exchange.ts'
import {
  type CountFormat,
  countClients,
  type EmbeddingFormat,
  embeddingClients,
  type ImageEditFormat,
  type ImageFormat,
  imageClients,
  imageEditClients,
  type RerankFormat,
  rerankClients,
  type SpeechFormat,
  speechClients,
  type TranscriptionFormat,
  transcriptionClients,
  type WireFormat,
} from '../protocols/index.ts'
import { type Consumption, type Exchange, exchange } from './exchange.ts'

/** Embeddings for every client format, from an upstream with its own format. */
export const embeddingsBy = (
  upstream: UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, WireFormat>,
): Record<EmbeddingFormat, Exchange> =>
  forEachClient(embeddingClients, client => exchange(client, upstream, embeddingConsumption))

const embeddingConsumption = ({ inputTokens }: EmbeddingAnswer): Consumption => ({
  usage: inputTokens === null ? null : { ...noUsage(), input: inputTokens },
  units: null,
})

/** Rerankings from an upstream with its own format. */
export const rerankingsBy = (
  upstream: UpstreamConverter<RerankRequest, RerankAnswer, WireFormat>,
): Record<RerankFormat, Exchange> =>
  forEachClient(rerankClients, client =>
    exchange(client, upstream, ({ usage, searches }) => ({ usage, units: searches })),
  )

/** Speech from an upstream with its own format. */
export const speechBy = (
  upstream: UpstreamConverter<SpeechRequest, SpeechAnswer, WireFormat>,
): Record<SpeechFormat, Exchange<Uint8Array>> =>
  forEachClient(speechClients, client =>
    exchange(client, upstream, ({ characters }) => ({
      usage: characters === null ? null : { ...noUsage(), input: characters },
      units: null,
    })),
  )

/** Transcriptions from an upstream with its own format. */
export const transcriptionsBy = (
  upstream: UpstreamConverter<TranscriptionRequest, TranscriptionAnswer, WireFormat>,
): Record<TranscriptionFormat, Exchange<Body>> =>
  forEachClient(transcriptionClients, client =>
    exchange(client, upstream, ({ text }) => ({ usage: null, units: null, text })),
  )

type ImageUpstream = UpstreamConverter<ImageRequest, ImageAnswer, WireFormat>

/** Image generation by an upstream with its own format. */
export const imagesBy = (upstream: ImageUpstream): Record<ImageFormat, Exchange> =>
  forEachClient(imageClients, client => exchange(client, upstream, consumption))

/** Image edits by an upstream with its own format. */
export const imageEditsBy = (upstream: ImageUpstream): Record<ImageEditFormat, Exchange> =>
  forEachClient(imageEditClients, client => exchange(client, upstream, consumption))

const consumption = ({ images, usage, charged }: ImageAnswer): Consumption => ({
  usage,
  units: charged ?? images.length,
})

/** Token counting for every client format, by an upstream with its own format. */
export const countsBy = (
  upstream: UpstreamConverter<CanonicalRequest, number, WireFormat>,
): Record<CountFormat, Exchange> => forEachClient(countClients, client => counting(client, upstream))

/** Counting consumes no tokens. */
const counting = (
  { readRequest, writeCount }: CountConverter<CanonicalRequest>,
  upstream: UpstreamConverter<CanonicalRequest, number, WireFormat>,
): Exchange =>
  exchange({ readRequest: body => readRequest(body), writeAnswer: tokens => writeCount(tokens) }, upstream, () => ({
    usage: noUsage(),
    units: null,
  }))

/** Returns an exchange for every client format of a table. */
const forEachClient = <Name extends string, Client, Written extends Body>(
  clients: Readonly<Record<Name, Client>>,
  exchangeOf: (client: Client) => Exchange<Written>,
): Record<Name, Exchange<Written>> =>
  Object.fromEntries(Object.entries<Client>(clients).map(([format, client]) => [format, exchangeOf(client)])) as Record<
    Name,
    Exchange<Written>
  > // the table's own keys
