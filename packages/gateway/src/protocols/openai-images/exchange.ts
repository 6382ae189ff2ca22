import { asDouble } from '../../canonical/exact-json.ts'
import type { ImageAnswer, ImageRequest } from '../../canonical/image.ts'
import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import { asText, type JsonObject } from '../../raw/json.ts'
import type { ClientConverter } from '../common/exchange.ts'
import { lose, RequestRefused } from '../common/losses.ts'

const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'n',
  'size',
  'quality',
  'output_format',
  'response_format',
])

/** https://platform.openai.com/docs/api-reference/images/create */
export const imageClient: ClientConverter<ImageRequest, ImageAnswer> = {
  readRequest(body, losses) {
    for (const name of Object.keys(body)) if (!KNOWN.has(name)) lose(losses, `"${name}"`, 'only OpenAI knows it')
    const prompt = asText(body.prompt)
    if (prompt === null) throw new RequestRefused('prompt must be a text', 'prompt')
    if (body.stream === true) throw new RequestRefused('this model does not stream images', 'stream')
    if (body.response_format === 'url') lose(losses, 'response_format', 'the images come within the answer')
    const [size, quality, format] = [asText(body.size), asText(body.quality), asText(body.output_format)]
    return {
      prompt,
      count: asDouble(body.n) ?? 1,
      ...(size && size !== 'auto' && { size }),
      ...(quality && quality !== 'auto' && { quality }),
      ...(format && { mime: `image/${format}` }),
    }
  },

  writeAnswer: ({ images, usage }, _ask, { created }) => ({
    created,
    data: images.map(({ base64 }) => ({ b64_json: base64 })),
    ...(usage && { usage: writeUsage(usage) }),
  }),
}

const writeUsage = (usage: Usage): JsonObject => ({
  input_tokens: inputTotal(usage),
  input_tokens_details: { text_tokens: usage.input, image_tokens: usage.imageInput },
  output_tokens: outputTotal(usage),
  total_tokens: inputTotal(usage) + outputTotal(usage),
})
