import type { SpeechAnswer, SpeechRequest } from '../canonical/speech.ts'
import { noUsage } from '../canonical/usage.ts'
import type { UpstreamConverter } from '../protocols/common/exchange.ts'
import { type SpeechFormat, speechClients, type WireFormat } from '../protocols/index.ts'
import { type Exchange, exchange } from './exchange.ts'
import { forEachClient } from './for-each-client.ts'

/** Speech by an upstream with its own format for it. */
export const speechBy = (
  upstream: UpstreamConverter<SpeechRequest, SpeechAnswer, WireFormat>,
): Record<SpeechFormat, Exchange<Uint8Array>> =>
  forEachClient(speechClients, client =>
    exchange(client, upstream, ({ characters }) => ({
      usage: characters === null ? null : { ...noUsage(), input: characters },
      units: null,
    })),
  )
