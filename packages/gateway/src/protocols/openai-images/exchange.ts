import { Buffer } from 'node:buffer'
import { asDouble } from '../../canonical/exact-json.ts'
import type { ImageAnswer, ImageRequest } from '../../canonical/image.ts'

import { isFile, type UploadedFile } from '../../canonical/uploaded-file.ts'
import { inputTotal, outputTotal, type Usage } from '../../canonical/usage.ts'
import { asText, dig, type JsonObject } from '../../raw/json.ts'
import type { ClientConverter } from '../common/exchange.ts'
import { type Loss, lose, RequestRefused } from '../common/losses.ts'
import { sniffMime } from '../common/media.ts'

const KNOWN: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'n',
  'size',
  'quality',
  'output_format',
  'response_format',
])
const PICTURES = ['image', 'image[]', 'images'] as const
const KNOWN_OF_EDITS: ReadonlySet<string> = new Set([...KNOWN, ...PICTURES, 'mask'])

const writeAnswer: ClientConverter<ImageRequest, ImageAnswer>['writeAnswer'] = (
  { images, usage },
  _ask,
  { created },
) => ({
  created,
  data: images.map(image => ('url' in image ? { url: image.url } : { b64_json: image.base64 })),
  ...(usage && { usage: writeUsage(usage) }),
})

/** https://platform.openai.com/docs/api-reference/images/create */
export const imageClient: ClientConverter<ImageRequest, ImageAnswer> = {
  readRequest: (body, losses, own) => readRequest(body, losses, KNOWN, own),
  writeAnswer,
}

/** https://platform.openai.com/docs/api-reference/images/createEdit */
export const imageEditClient: ClientConverter<ImageRequest, ImageAnswer> = {
  readRequest(body, losses, own) {
    const request = readRequest(body, losses, KNOWN_OF_EDITS, own)
    const pictures = PICTURES.flatMap(name => listOf(body[name])).map(picture => asAddress(picture, 'image'))
    if (pictures.length === 0) throw new RequestRefused('an image to edit is missing', 'image')
    const [mask] = listOf(body.mask)
    return { ...request, pictures, ...(mask !== undefined && { mask: asAddress(mask, 'mask') }) }
  },
  writeAnswer,
}

function readRequest(
  body: JsonObject,
  losses: Loss[],
  known: ReadonlySet<string>,
  taken: ReadonlySet<string> = new Set(),
): ImageRequest {
  const own: JsonObject = {}
  for (const [name, value] of Object.entries(body)) {
    if (known.has(name)) continue
    if (taken.has(name)) own[name] = value
    else lose(losses, `"${name}"`, 'only OpenAI knows it')
  }
  const prompt = asText(body.prompt)
  if (prompt === null) throw new RequestRefused('prompt must be a text', 'prompt')
  if (body.stream === true) throw new RequestRefused('this model does not stream images', 'stream')
  const [size, quality, format] = [asText(body.size), asText(body.quality), asText(body.output_format)]
  return {
    prompt,
    count: asDouble(body.n) ?? 1,
    ...(size && size !== 'auto' && { size }),
    ...(quality && quality !== 'auto' && { quality }),
    ...(format && { mime: `image/${format}` }),
    ...(body.response_format === 'url' && { wants: 'address' }),
    ...(body.response_format === 'b64_json' && { wants: 'data' }),
    own,
  }
}

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** A form's file, a text, or an object with an address; the upstream fetches images by address. */
function asAddress(picture: unknown, member: string): string {
  if (isFile(picture)) return dataUrl(picture, member)
  const address = asText(picture) ?? asText(dig(picture, 'image_url'))
  if (address === null || !/^(https?:\/\/|data:image\/)/i.test(address)) {
    throw new RequestRefused(`${member} must be a file, or an address or data URL of an image`, member)
  }
  return address
}

function dataUrl({ bytes }: UploadedFile, member: string): string {
  const base64 = Buffer.from(bytes).toString('base64')
  const mime = sniffMime(base64)
  if (!mime?.startsWith('image/')) throw new RequestRefused(`${member} is not an image`, member)
  return `data:${mime};base64,${base64}`
}

const writeUsage = (usage: Usage): JsonObject => ({
  input_tokens: inputTotal(usage),
  input_tokens_details: { text_tokens: usage.input, image_tokens: usage.imageInput },
  output_tokens: outputTotal(usage),
  total_tokens: inputTotal(usage) + outputTotal(usage),
})
