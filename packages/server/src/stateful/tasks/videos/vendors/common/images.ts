import { asText, sniffMime } from '@tollgate/gateway'
import { AddressRefused, readPublicUrl } from '../../../../../platform/http/public-address.ts'
import type { VideoImage, VideoRequest } from '../../../vendor.ts'
import { videoRefusal } from '../../video-refusal.ts'

/** Vendors' names for the picture that a video ends with. */
const LAST_FRAMES = ['image_tail', 'last_frame_image', 'last_frame_url', 'lastFrame', 'end_image'] as const

/**
 * Returns the pictures of a request, including a last frame under a vendor's name.
 *
 * @throws ApiError if there are more than the vendor accepts, or one is invalid
 */
export function imagesOf({ images, metadata, model }: VideoRequest, most: number): readonly VideoImage[] {
  const named = LAST_FRAMES.map(name => asText(metadata[name])).find(text => text !== null)
  const all = named ? [...images, imageOf(named)] : images
  if (all.length > most) throw videoRefusal('video_pictures_unsupported', { model, most })
  for (const image of all) if (image.kind === 'url') checkAddress(image.url)
  return all
}

/** Reads a URL, a data URL or bare data. */
function imageOf(text: string): VideoImage {
  if (/^https?:/i.test(text)) return { kind: 'url', url: text }
  const [, told, base64 = text] = /^data:(image\/\w+);base64,(.*)$/s.exec(text) ?? []
  const mime = told ?? sniffMime(base64)
  if (!mime?.startsWith('image/')) throw videoRefusal('video_picture_not_read', {})
  return { kind: 'data', mime, base64 }
}

/** Refuses private hosts: the vendor fetches the URL, and must not learn of hosts that only we can reach. */
export function checkAddress(url: string): void {
  try {
    readPublicUrl(url)
  } catch (error) {
    throw error instanceof AddressRefused ? videoRefusal('video_picture_not_read', {}) : error
  }
}

/** Returns a picture as a URL or a data URL. */
export const addressOf = (image: VideoImage): string =>
  image.kind === 'url' ? image.url : `data:${image.mime};base64,${image.base64}`

/** Returns a picture as a URL, or as data without a prefix. */
export const bareOf = (image: VideoImage): string => (image.kind === 'url' ? image.url : image.base64)
