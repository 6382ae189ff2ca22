import type { ImageAnswer, ImageRequest } from '../../canonical/image.ts'
import { asObjects, asText } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { loseWanted } from '../common/image-form.ts'
import { writeAddress } from '../gemini/address.ts'
import { aspectRatioOf } from '../gemini/aspect-ratio.ts'

/** Google's Imagen. https://ai.google.dev/gemini-api/docs/imagen */
export const imagen: UpstreamConverter<ImageRequest, ImageAnswer, 'gemini-predict'> = {
  format: 'gemini-predict',
  path: model => writeAddress({ model, method: 'predict', asksForEvents: false }),
  lacks: { quality: { what: 'quality', why: 'Imagen does not support it' } },
  writeRequest(request, _model, losses) {
    loseWanted(request, 'data', losses)
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
    // If every image was filtered out, the answer is empty.
    return images.length > 0 ? { images, usage: null } : null
  },
}
