import type { ImageAnswer, ImageRequest, MadeImage } from '../../canonical/image.ts'
import { asArray, asText, dig } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { aspectRatioOf } from '../gemini/aspect-ratio.ts'

const SHAPES = ['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9']
const OWN = ['aspect_ratio', 'prompt_optimizer', 'aigc_watermark', 'seed', 'subject_reference', 'style']

/** https://platform.minimax.io/docs/api-reference/image-generation-t2i */
export const miniMaxImages: UpstreamConverter<ImageRequest, ImageAnswer, 'minimax-images'> = {
  format: 'minimax-images',
  path: () => '/v1/image_generation',
  takes: new Set(OWN),
  lacks: {
    quality: { what: 'quality', why: 'MiniMax does not support it' },
    mime: { what: 'output_format', why: 'MiniMax does not support it' },
  },
  writeRequest({ prompt, count, size, wants, own }, model) {
    const shape = aspectRatioOf(size, SHAPES)
    return {
      ...(shape && { aspect_ratio: shape }),
      ...own,
      model,
      prompt,
      n: count,
      response_format: wants === 'data' ? 'base64' : 'url',
    }
  },
  readAnswer(body) {
    const urls = asArray(dig(body, 'data.image_urls')).map(asText)
    const files = asArray(dig(body, 'data.image_base64')).map(asText)
    const images: MadeImage[] = [
      ...urls.filter(url => url !== null).map(url => ({ url })),
      ...files.filter(base64 => base64 !== null).map(base64 => ({ base64 })),
    ]
    return images.length > 0 ? { images, usage: null } : null
  },
}
