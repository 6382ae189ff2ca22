import { asDouble } from '../../canonical/exact-json.ts'
import type { ImageAnswer, ImageRequest, MadeImage } from '../../canonical/image.ts'
import { asObjects, asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { loseWanted } from '../common/image-form.ts'
import { readDashScopeError } from './errors.ts'

/** How to ask a model for images: path, body, and whether it answers with a task. */
interface Way {
  path: string
  input(request: ImageRequest): JsonObject
  isTask: boolean
}

const SERVICES = '/api/v1/services/aigc'

/** The prompt and its source images as one message. */
const asMessage = ({ prompt, pictures = [] }: ImageRequest): JsonObject => ({
  messages: [{ role: 'user', content: [...pictures.map(image => ({ image })), { text: prompt }] }],
})

const AT_ONCE: Way = { path: `${SERVICES}/multimodal-generation/generation`, input: asMessage, isTask: false }
const BY_TASK: Way = {
  path: `${SERVICES}/text2image/image-synthesis`,
  input: ({ prompt }) => ({ prompt }),
  isTask: true,
}
const EDITS_BY_TASK: Way = {
  path: `${SERVICES}/image2image/image-synthesis`,
  input: ({ prompt, pictures = [] }) => ({ prompt, images: pictures }),
  isTask: true,
}
const EDITS_IN_MESSAGES_BY_TASK: Way = {
  path: `${SERVICES}/image-generation/generation`,
  input: asMessage,
  isTask: true,
}

const wayOfMaking = (model: string): Way => (/^(z-image|qwen-image|wan2\.6)/.test(model) ? AT_ONCE : BY_TASK)

function wayOfEditing(model: string): Way {
  if (!model.includes('wan')) return AT_ONCE
  return /wan2\.[67]/.test(model) ? EDITS_IN_MESSAGES_BY_TASK : EDITS_BY_TASK
}

/** Members of `parameters` that clients may put next to the prompt, and the two objects themselves. */
const PARAMETERS = ['seed', 'watermark', 'prompt_extend', 'thinking_mode', 'enable_sequential'] as const
const OWN: ReadonlySet<string> = new Set([...PARAMETERS, 'negative_prompt', 'input', 'parameters'])
/** An extended prompt is charged twice, because the model rewrites it. */
const EXTENDED = 2

/** https://help.aliyun.com/zh/model-studio/text-to-image */
const imagesIn = (wayOf: (model: string) => Way): UpstreamConverter<ImageRequest, ImageAnswer, 'dashscope-images'> => ({
  format: 'dashscope-images',
  path: model => wayOf(model).path,
  takes: OWN,
  lacks: {
    quality: { what: 'quality', why: 'DashScope does not support it' },
    mime: { what: 'output_format', why: 'DashScope does not support it' },
    mask: { what: '"mask"', why: 'DashScope does not support it' },
  },
  writeRequest(request, model, losses) {
    loseWanted(request, 'address', losses)
    const { count, size, own } = request
    const negative = asText(own.negative_prompt)
    return {
      model,
      input: {
        ...wayOf(model).input(request),
        ...(negative && wayOf(model) === BY_TASK && { negative_prompt: negative }),
        ...objectOrEmpty(own.input),
      },
      parameters: {
        ...(negative && wayOf(model) !== BY_TASK && { negative_prompt: negative }),
        ...Object.fromEntries(PARAMETERS.filter(name => name in own).map(name => [name, own[name]])),
        ...(size && { size: size.replace('x', '*') }),
        ...objectOrEmpty(own.parameters),
        // the number of images charged, whatever the client's own `parameters` say
        n: count,
      },
    }
  },
  readAnswer(body, { own }, model) {
    const images = [...asObjects(dig(body, 'output.results')), ...shown(body)].flatMap(imageOf)
    if (images.length === 0) return null
    const isExtended = own.prompt_extend === true || dig(own, 'parameters.prompt_extend') === true
    const count = asDouble(dig(body, 'usage.image_count')) ?? images.length
    return { images, usage: null, charged: model.startsWith('z-image') && isExtended ? count * EXTENDED : count }
  },
  readError: readDashScopeError,
})

export const dashScopeImages = imagesIn(wayOfMaking)
export const dashScopeImageEdits = imagesIn(wayOfEditing)

/** Whether an address answers with a task, which finishes later. */
export const isTaskPath = (path: string): boolean =>
  [BY_TASK, EDITS_BY_TASK, EDITS_IN_MESSAGES_BY_TASK].some(way => path.endsWith(way.path))

/** The newer form: a message of a conversation. */
const shown = (body: JsonObject): JsonObject[] =>
  asObjects(dig(body, 'output.choices')).flatMap(choice => asObjects(dig(choice, 'message.content')))

function imageOf({ url, image, b64_image }: JsonObject): MadeImage[] {
  const address = asText(url) ?? asText(image)
  if (address !== null) return [{ url: address }]
  const base64 = asText(b64_image)
  return base64 === null ? [] : [{ base64 }]
}
