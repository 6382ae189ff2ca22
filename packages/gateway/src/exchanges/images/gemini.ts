import { writeChatAddress } from '../../dialects/gemini/address.ts'
import { AskRefused, lose } from '../../dialects/losses.ts'
import { asObjects, asText, dig, objectOrEmpty } from '../../raw/json.ts'
import { readGeminiUsage } from '../../usage/index.ts'
import type { UpstreamSide } from '../exchange.ts'
import { aspectRatioOf } from './aspect-ratio.ts'
import type { ImageAnswer, ImageAsk } from './image.ts'

/** Gemini models that draw in conversation. https://ai.google.dev/gemini-api/docs/image-generation */
export const geminiImages: UpstreamSide<ImageAsk, ImageAnswer> = {
  format: 'gemini',
  path: model => writeChatAddress({ model, stream: false }),
  writeAsk(ask, _model, losses) {
    if (ask.count !== 1) throw new AskRefused('this model makes one image at a time', 'n')
    if (ask.quality !== undefined) lose(losses, 'quality', 'Gemini has no word for it')
    if (ask.mime !== undefined) lose(losses, 'output_format', 'Gemini has no word for it')
    const aspectRatio = aspectRatioOf(ask.size)
    return {
      contents: [{ role: 'user', parts: [{ text: ask.prompt }] }],
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
