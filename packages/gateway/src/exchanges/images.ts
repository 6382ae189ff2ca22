import type { ImageAnswer, ImageRequest } from '../canonical/image.ts'
import type { UpstreamConverter } from '../protocols/common/exchange.ts'
import {
  type ImageEditFormat,
  type ImageFormat,
  imageClients,
  imageEditClients,
  type WireFormat,
} from '../protocols/index.ts'
import { type Consumption, type Exchange, exchange } from './exchange.ts'
import { forEachClient } from './for-each-client.ts'

type ImageUpstream = UpstreamConverter<ImageRequest, ImageAnswer, WireFormat>

/** Images made by an upstream that has a format of its own for them. */
export const imagesBy = (upstream: ImageUpstream): Record<ImageFormat, Exchange> =>
  forEachClient(imageClients, client => exchange(client, upstream, consumption))

/** Images made of others by an upstream that has a format of its own for them. */
export const imageEditsBy = (upstream: ImageUpstream): Record<ImageEditFormat, Exchange> =>
  forEachClient(imageEditClients, client => exchange(client, upstream, consumption))

const consumption = ({ images, usage, charged }: ImageAnswer): Consumption => ({
  usage,
  units: charged ?? images.length,
})
