import type { CanonicalRequest } from '../canonical/request.ts'
import { noUsage } from '../canonical/usage.ts'
import type { CountConverter, UpstreamConverter } from '../protocols/common/exchange.ts'
import { type CountFormat, countClients, type WireFormat } from '../protocols/index.ts'
import { type Exchange, exchange } from './exchange.ts'
import { forEachClient } from './for-each-client.ts'

/** Token counting for every client, by an upstream with its own format for it. */
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
