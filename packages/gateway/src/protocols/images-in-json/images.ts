import type { ImageAnswer, ImageRequest, MadeImage } from '../../canonical/image.ts'
import { asObjects, asText, type JsonObject } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { readImageUsage } from '../openai-images/read-usage.ts'

/** A host that takes images and source images in a JSON body with OpenAI's members. */
interface JsonImageHost {
  name: string
  path: string
  /** Its own members. */
  takes: readonly string[]
  /** It takes `quality`, and a mask. */
  quality?: true
  mask?: true
  /** The members that request several images. */
  several(count: number): JsonObject
}

/** Images of a host that takes source images by address or as data URLs rather than in a form. */
export const imagesInJson = (host: JsonImageHost): UpstreamConverter<ImageRequest, ImageAnswer, 'images-in-json'> => ({
  format: 'images-in-json',
  path: () => host.path,
  takes: new Set(host.takes),
  lacks: {
    ...(!host.quality && { quality: { what: 'quality', why: `${host.name} does not support it` } }),
    ...(!host.mask && { mask: { what: '"mask"', why: `${host.name} does not support it` } }),
    mime: { what: 'output_format', why: `${host.name} does not support it` },
  },
  writeRequest({ prompt, count, size, quality, wants, pictures, mask, own }, model) {
    return {
      ...own,
      model,
      prompt,
      ...(pictures && { image: pictures.length === 1 ? pictures[0] : pictures }),
      ...(host.mask && mask && { mask }),
      ...(count !== 1 && host.several(count)),
      ...(size && { size }),
      ...(host.quality && quality && { quality }),
      ...(wants && { response_format: wants === 'data' ? 'b64_json' : 'url' }),
    }
  },
  readAnswer(body) {
    const images = asObjects(body.data).flatMap(imageOf)
    return images.length > 0 ? { images, usage: readImageUsage(body.usage)?.usage ?? null } : null
  },
})

/** Zhipu has its own names for both. */
function imageOf({ url, image_url, b64_json, b64_image }: JsonObject): MadeImage[] {
  const address = asText(url) ?? asText(image_url)
  if (address !== null) return [{ url: address }]
  const base64 = asText(b64_json) ?? asText(b64_image)
  return base64 === null ? [] : [{ base64 }]
}
