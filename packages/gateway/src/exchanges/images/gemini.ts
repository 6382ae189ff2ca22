import { writeChatAddress } from '../../protocols/gemini/address.ts'
import { lose, RequestRefused } from '../../protocols/losses.ts'
import { asObjects, asText, dig, objectOrEmpty } from '../../raw/json.ts'
import { readGeminiUsage } from '../../usage/index.ts'
import type { UpstreamSide } from '../exchange.ts'
import { aspectRatioOf } from './aspect-ratio.ts'
import type { ImageAnswer, ImageRequest } from './image.ts'

/** Gemini models that draw in conversation. https://ai.google.dev/gemini-api/docs/image-generation */
export const geminiImages: UpstreamSide<ImageRequest, ImageAnswer> = {
  format: 'gemini',
  path: model => writeChatAddress({ model, stream: false }),
  writeRequest(request, _model, losses) {
    if (request.count !== 1) throw new RequestRefused('this model makes one image at a time', 'n')
    if (request.quality !== undefined) lose(losses, 'quality', 'Gemini has no word for it')
    if (request.mime !== undefined) lose(losses, 'output_format', 'Gemini has no word for it')
    const aspectRatio = aspectRatioOf(request.size)
    return {
      contents: [{ role: 'user', parts: [{ text: request.prompt }] }],
      generationConfig: { responseModalities: ['IMAGE'], ...(aspectRatio && { imageConfig: { aspectRatio } }) },
    }
  },
  readAnswer(body) {
    const parts = asObjects(body.candidates).flatMap(candidate => asObjects(dig(candidate, 'content.parts')))
    const images = parts.flatMap(({ inlineData }) => {
      const base64 = asText(objectOrEmpty(inlineData).data)
      return base64 === null ? [] : [{ base64 }]
    })
    return images.length > 0 ? { images, usage: readGeminiUsage(body.usageMetadata)?.usage ?? null } : null
  },
}
