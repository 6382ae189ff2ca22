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

/** Image generation by an upstream with its own format for it. */
export const imagesBy = (upstream: ImageUpstream): Record<ImageFormat, Exchange> =>
  forEachClient(imageClients, client => exchange(client, upstream, consumption))

/** Image edits by an upstream with its own format for them. */
export const imageEditsBy = (upstream: ImageUpstream): Record<ImageEditFormat, Exchange> =>
  forEachClient(imageEditClients, client => exchange(client, upstream, consumption))

const consumption = ({ images, usage, charged }: ImageAnswer): Consumption => ({
  usage,
  units: charged ?? images.length,
})
