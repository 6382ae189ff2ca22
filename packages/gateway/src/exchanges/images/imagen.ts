import { writeAddress } from '../../protocols/gemini/address.ts'
import { lose } from '../../protocols/losses.ts'
import { asObjects, asText } from '../../raw/json.ts'
import type { UpstreamSide } from '../exchange.ts'
import { aspectRatioOf } from './aspect-ratio.ts'
import type { ImageAnswer, ImageRequest } from './image.ts'

/** Google's Imagen. https://ai.google.dev/gemini-api/docs/imagen */
export const imagen: UpstreamSide<ImageRequest, ImageAnswer> = {
  format: 'gemini-predict',
  path: model => writeAddress({ model, method: 'predict', asksForEvents: false }),
  writeRequest(request, _model, losses) {
    if (request.quality !== undefined) lose(losses, 'quality', 'Imagen has no word for it')
    const aspectRatio = aspectRatioOf(request.size)
    return {
      instances: [{ prompt: request.prompt }],
      parameters: {
        sampleCount: request.count,
        ...(aspectRatio && { aspectRatio }),
        ...(request.mime && { outputOptions: { mimeType: request.mime } }),
      },
    }
  },
  readAnswer(body) {
    const images = asObjects(body.predictions).flatMap(({ bytesBase64Encoded }) => {
      const base64 = asText(bytesBase64Encoded)
      return base64 === null ? [] : [{ base64 }]
    })
    // All that was filtered out leaves an empty answer.
    return images.length > 0 ? { images, usage: null } : null
  },
}
