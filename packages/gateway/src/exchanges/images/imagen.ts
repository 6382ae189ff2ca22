import { writeAddress } from '../../dialects/gemini/address.ts'
import { lose } from '../../dialects/losses.ts'
import { asObjects, asText } from '../../raw/json.ts'
import type { UpstreamSide } from '../exchange.ts'
import { aspectRatioOf } from './aspect-ratio.ts'
import type { ImageAnswer, ImageAsk } from './image.ts'

/** Google's Imagen. https://ai.google.dev/gemini-api/docs/imagen */
export const imagen: UpstreamSide<ImageAsk, ImageAnswer> = {
  format: 'gemini-predict',
  path: model => writeAddress({ model, method: 'predict', asksForEvents: false }),
  writeAsk(ask, _model, losses) {
    if (ask.quality !== undefined) lose(losses, 'quality', 'Imagen has no word for it')
    const aspectRatio = aspectRatioOf(ask.size)
    return {
      instances: [{ prompt: ask.prompt }],
      parameters: {
        sampleCount: ask.count,
        ...(aspectRatio && { aspectRatio }),
        ...(ask.mime && { outputOptions: { mimeType: ask.mime } }),
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
