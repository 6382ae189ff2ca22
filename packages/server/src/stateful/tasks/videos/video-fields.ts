import { AddressRefused, readPublicUrl } from '../../../platform/http/public-address.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import { MOST_SECONDS, type VideoImage, type VideoRequest } from '../vendor.ts'

/** A client's request, from any form. */
export type AskedVideo = Omit<VideoRequest, 'upstreamModel' | 'remixOf'>

/** The members read from OpenAI's form and the older one. All others are for the vendor. */
const READ = [
  ...['model', 'prompt', 'seconds', 'duration', 'size', 'mode', 'n', 'metadata'],
  ...['input_reference', 'image', 'images', 'user'],
]
/** Options that could set another model, price or callback at a vendor. */
const NEVER: ReadonlySet<string> = new Set([
  ...['model', 'modelname', 'modelid', 'reqkey', 'prompt'],
  ...['seconds', 'duration', 'durationseconds', 'frames', 'numframes'],
  ...['n', 'num', 'count', 'batchsize', 'samplecount', 'numberofvideos', 'numvideos'],
  ...['callbackurl', 'callback', 'webhook', 'webhookurl', 'notifyhook'],
])
const MOST_LEVELS = 8
const MOST_IMAGES = 10

/** Reads a checked request out of a JSON object. @throws ApiError */
export function readVideoFields(body: Readonly<Record<string, unknown>>): AskedVideo {
  const { model, prompt = '', mode = '' } = body
  if (typeof model !== 'string' || model === '') throw relayError('model_missing')
  if (typeof prompt !== 'string') throw relayError('task_member_invalid', { member: 'prompt', expected: 'a text' })
  if (typeof mode !== 'string') throw relayError('task_member_invalid', { member: 'mode', expected: 'a text' })
  if (Number(body.n ?? 1) !== 1) throw relayError('task_member_invalid', { member: 'n', expected: '1' })
  const images = imagesIn(body)
  if (prompt === '' && images.length === 0) throw relayError('task_member_missing', { member: 'prompt' })
  const others = Object.fromEntries(Object.entries(body).filter(([name]) => !READ.includes(name)))
  return {
    model,
    prompt,
    mode,
    images,
    seconds: secondsIn(body),
    size: sizeIn(body.size),
    metadata: withoutNever({ ...others, ...metadataIn(body.metadata) }, 0) as AskedVideo['metadata'], // an object stays one
  }
}

/** Reads whole seconds, also from a text, because OpenAI's clients send that. */
function secondsIn({ seconds, duration }: Readonly<Record<string, unknown>>): number | null {
  const told = seconds ?? duration
  if (told === undefined || told === null || told === '') return null
  const whole = typeof told === 'string' && /^\d{1,4}$/.test(told.trim()) ? Number(told) : told
  if (typeof whole !== 'number' || !Number.isInteger(whole) || whole < 1 || whole > MOST_SECONDS)
    throw relayError('count_out_of_range', { name: 'seconds', most: MOST_SECONDS })
  return whole
}

const SMALLEST = 64
const LARGEST = 4096

function sizeIn(told: unknown): VideoRequest['size'] {
  if (told === undefined || told === null || told === '') return null
  const [, width = 0, height = 0] =
    typeof told === 'string' ? (/^(\d{2,4})[x*](\d{2,4})$/.exec(told) ?? []).map(Number) : []
  const isSize = [width, height].every(side => side >= SMALLEST && side <= LARGEST)
  if (!isSize) throw relayError('task_member_invalid', { member: 'size', expected: '1280x720, 720x1280, …' })
  return { width, height }
}

function metadataIn(told: unknown): Record<string, unknown> {
  if (told === undefined || told === null) return {}
  const read = typeof told === 'string' ? parsed(told) : told
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw relayError('task_member_invalid', { member: 'metadata', expected: 'an object' })
  return read as Record<string, unknown> // an object is one
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function withoutNever(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (level >= MOST_LEVELS)
    throw relayError('task_member_invalid', { member: 'metadata', expected: `nested ${MOST_LEVELS} levels at most` })
  if (Array.isArray(value)) return value.map(item => withoutNever(item, level + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !NEVER.has(name.toLowerCase().replace(/[^a-z]/g, '')))
      .map(([name, member]) => [name, withoutNever(member, level + 1)]),
  )
}

function imagesIn({ input_reference, image, images }: Readonly<Record<string, unknown>>): VideoImage[] {
  const told = [input_reference, image, ...(Array.isArray(images) ? images : [images])]
  const given = told.filter(one => one !== undefined && one !== null && one !== '')
  if (given.length > MOST_IMAGES) throw relayError('media_too_many', { limit: MOST_IMAGES })
  return given.map(readImage)
}

/** Reads a URL, a data URL, bare base64, `{image_url}` as in OpenAI's form, or a file of a form. */
function readImage(told: unknown): VideoImage {
  const { image_url = told, url = image_url } = typeof told === 'object' && told !== null ? (told as Told) : {}
  if (isImage(told)) return told
  if (typeof url !== 'string')
    throw relayError('task_member_invalid', { member: 'input_reference', expected: EXPECTED })
  if (/^https?:\/\//i.test(url)) return { kind: 'url', url: publicAddress(url) }
  const data = /^data:(image\/[a-z.+-]{1,40});base64,/i.exec(url.slice(0, 80))
  const base64 = data ? url.slice(data[0].length) : url
  const mime = data?.[1]?.toLowerCase() ?? 'image/png'
  if (!BASE64.test(base64.slice(0, 1000)) || mime === 'image/svg+xml')
    throw relayError('task_member_invalid', { member: 'input_reference', expected: EXPECTED })
  return { kind: 'data', mime, base64 }
}

/** Refuses private hosts: the upstream fetches the URL, which must not reach into anyone's own network. */
function publicAddress(url: string): string {
  try {
    return readPublicUrl(url).href
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error
    throw relayError('task_member_invalid', { member: 'input_reference', expected: EXPECTED })
  }
}

interface Told {
  image_url?: unknown
  url?: unknown
}

const EXPECTED = 'a picture, its address or its data'
const BASE64 = /^[\w+/=\s-]+$/

const isImage = (told: unknown): told is VideoImage => told instanceof FormImage

/** A picture from a form. */
export class FormImage {
  readonly kind = 'data'
  constructor(
    readonly mime: string,
    readonly base64: string,
  ) {}
}
