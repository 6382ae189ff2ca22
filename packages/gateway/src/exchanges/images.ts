import type { ImageAnswer, ImageRequest } from '../canonical/image.ts'
import type { UpstreamConverter } from '../protocols/common/exchange.ts'
import { type ImageFormat, imageClients, type WireFormat } from '../protocols/index.ts'
import { type Exchange, exchange } from './exchange.ts'
import { forEachClient } from './for-each-client.ts'

/** Images made by an upstream that has a format of its own for them. */
export const imagesBy = (
  upstream: UpstreamConverter<ImageRequest, ImageAnswer, WireFormat>,
): Record<ImageFormat, Exchange> =>
  forEachClient(imageClients, client =>
    exchange(client, upstream, ({ images, usage }) => ({ usage, units: images.length })),
  )
