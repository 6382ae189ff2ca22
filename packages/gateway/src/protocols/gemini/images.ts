import type { ImageAnswer, ImageRequest } from '../../canonical/image.ts'
import { asObjects, asText, dig, objectOrEmpty } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { loseWanted } from '../common/image-form.ts'
import { RequestRefused } from '../common/losses.ts'
import { writeChatAddress } from './address.ts'
import { aspectRatioOf } from './aspect-ratio.ts'
import { readGeminiUsage } from './read-usage.ts'

/** Gemini models that draw during a conversation. https://ai.google.dev/gemini-api/docs/image-generation */
export const geminiImages: UpstreamConverter<ImageRequest, ImageAnswer, 'gemini'> = {
  format: 'gemini',
  path: model => writeChatAddress({ model, stream: false }),
  lacks: {
    quality: { what: 'quality', why: 'Gemini does not support it' },
    mime: { what: 'output_format', why: 'Gemini does not support it' },
  },
  writeRequest(request, _model, losses) {
    if (request.count !== 1) throw new RequestRefused('this model makes one image at a time', 'n')
    loseWanted(request, 'data', losses)
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
