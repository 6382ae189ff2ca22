import type { CanonicalRequest } from '../canonical/request.ts'
import { noUsage } from '../canonical/usage.ts'
import type { CountConverter, UpstreamConverter } from '../protocols/common/exchange.ts'
import { type CountFormat, countClients, type WireFormat } from '../protocols/index.ts'
import { type Exchange, exchange } from './exchange.ts'
import { forEachClient } from './for-each-client.ts'

/** Counts for every client by an upstream that has a format of its own for them. */
export const countsBy = (
  upstream: UpstreamConverter<CanonicalRequest, number, WireFormat>,
): Record<CountFormat, Exchange> => forEachClient(countClients, client => counting(client, upstream))

/** To count consumes no tokens. */
const counting = (
  { readRequest, writeCount }: CountConverter<CanonicalRequest>,
  upstream: UpstreamConverter<CanonicalRequest, number, WireFormat>,
): Exchange =>
  exchange({ readRequest: body => readRequest(body), writeAnswer: tokens => writeCount(tokens) }, upstream, () => ({
    usage: noUsage(),
    units: null,
  }))
