import type { EmbeddingAnswer, EmbeddingRequest } from '../canonical/embedding.ts'
import type { ImageAnswer, ImageRequest } from '../canonical/image.ts'
import type { CanonicalRequest } from '../canonical/request.ts'
import type { RerankAnswer, RerankRequest } from '../canonical/rerank.ts'
import type { SpeechAnswer, SpeechRequest } from '../canonical/speech.ts'
import type { TranscriptionAnswer, TranscriptionRequest } from '../canonical/transcription.ts'
import type { Meter } from '../metering/meter.ts'
import type { ObserverFactory } from '../observers/observer.ts'
import type { ReadNames } from '../raw/read-names.ts'
import type { ClientDialect, UpstreamDialect } from './common/dialect.ts'
import type { Endpoint } from './common/endpoint.ts'
import type { Body, ClientConverter, CountConverter } from './common/exchange.ts'
import type { InputSize } from './common/input-size.ts'
import type { Member, OutputLimitFields } from './common/output-limit.ts'
import type { RenameModel } from './common/rename-model.ts'

/**
 * A wire format: everything the gateway knows about it. A new one is a folder beside this file and a line in
 * `registry.ts`.
 */
export interface Protocol {
  /** How its conversations are converted. Absent: it has none. */
  dialect?: ClientDialect | UpstreamDialect
  /** How its responses are observed as they pass. Absent: no client speaks it, so they are always converted. */
  observer?: ObserverFactory
  /** How its calls are metered if no counts are reported. */
  meter?: Meter
  endpoint?: Endpoint
  /** The members of its requests that the gateway reads. Absent: the common ones. */
  members?: ReadNames
  /** How its requests name the model to the upstream. Absent: in the body's `model`. */
  renameModel?: RenameModel
  /** Its streams report usage only if `stream_options` asks for it. */
  reportsUsageOnRequest?: true
  /** Every call is one model reading one context. Absent: a call may have several inputs, each with a window. */
  oneContext?: true
  /** Where its requests limit the answer. Absent: the request itself fixes the answer's length. */
  outputLimit?: OutputLimitFields
  /** Returns the most tokens a request lets its model think; a value that is not a number: no limit is set. */
  thinkingBudget?(member: Member): unknown
  /** What the members of its requests can cost to read. Absent: its hosts look content up, so any request may fill a context. */
  inputSize?: InputSize
  /**
   * How its clients count tokens and request embeddings, images and the like; upstreams of other formats serve them
   * too.
   */
  countTokens?: CountConverter<CanonicalRequest>
  embeddings?: ClientConverter<EmbeddingRequest, EmbeddingAnswer>
  images?: ClientConverter<ImageRequest, ImageAnswer>
  imageEdits?: ClientConverter<ImageRequest, ImageAnswer>
  rerank?: ClientConverter<RerankRequest, RerankAnswer>
  speech?: ClientConverter<SpeechRequest, SpeechAnswer, Uint8Array>
  transcriptions?: ClientConverter<TranscriptionRequest, TranscriptionAnswer, Body>
}

/** A wire format that clients speak. */
export type ClientProtocol = Protocol & Required<Pick<Protocol, 'observer' | 'meter' | 'endpoint'>>
