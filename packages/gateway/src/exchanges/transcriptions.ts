import type { TranscriptionAnswer, TranscriptionRequest } from '../canonical/transcription.ts'
import type { Body, UpstreamConverter } from '../protocols/common/exchange.ts'
import { type TranscriptionFormat, transcriptionClients, type WireFormat } from '../protocols/index.ts'
import { type Exchange, exchange } from './exchange.ts'
import { forEachClient } from './for-each-client.ts'

/** Transcriptions by an upstream with its own format for them. */
export const transcriptionsBy = (
  upstream: UpstreamConverter<TranscriptionRequest, TranscriptionAnswer, WireFormat>,
): Record<TranscriptionFormat, Exchange<Body>> =>
  forEachClient(transcriptionClients, client =>
    exchange(client, upstream, ({ text }) => ({ usage: null, units: null, text })),
  )
