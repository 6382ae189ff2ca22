import type { MediaToFetch } from '@tollgate/gateway'
import type { TaskCallContext } from '../serve-task-call.ts'
import type { VideoImage } from '../vendor.ts'

/** Fetches pictures given by URL, for a vendor that accepts only data. @throws ApiError | ClientGone */
export async function fetchImages(
  images: readonly VideoImage[],
  { admission, request, deps }: TaskCallContext,
): Promise<VideoImage[]> {
  const wanted = images.map((image, at) => (image.kind === 'url' ? asMedia(image.url, at) : null))
  const media = wanted.filter(one => one !== null)
  const fetched = await deps.fetchMedia(admission.identity.callerId, request.signal)(media)
  return images.map((image, at) => {
    const part = wanted[at]?.part
    const found = part && fetched.get(part)
    if (found?.source.type !== 'data') return image
    return { kind: 'data', mime: found.mime ?? 'image/png', base64: found.source.base64 }
  })
}

const asMedia = (url: string, at: number): MediaToFetch => ({
  part: { type: 'media', kind: 'image', source: { type: 'url', url }, mime: null },
  name: `image ${at + 1}`,
})
