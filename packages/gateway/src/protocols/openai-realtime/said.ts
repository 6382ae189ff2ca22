import { isObject, type JsonObject } from '../../raw/json.ts'
import { estimateInput } from '../../usage/estimate-input.ts'
import { secondsOf } from './sound-rate.ts'

/** What a part of a conversation comes to. */
export interface Said {
  /** Tokens of its text and images, estimated. */
  text: number
  /** The most tokens that these can come to. */
  most: number
  seconds: number
}

export const nothing = (): Said => ({ text: 0, most: 0, seconds: 0 })

export const sumOf = (...parts: Said[]): Said => ({
  text: parts.reduce((sum, { text }) => sum + text, 0),
  most: parts.reduce((sum, { most }) => sum + most, 0),
  seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
})

const IMAGE_TOKENS = { usual: 1_500, most: 5_000 }

/**
 * Returns what a client's message adds. Sound and images in its items count as what they are, everything else by its text: a token
 * is at least a byte.
 *
 * @param rate bytes of sound per second
 */
export function saidIn(message: JsonObject, rate: number): Said {
  let [images, seconds] = [0, 0]
  const withoutMedia = (part: unknown): unknown => {
    if (!isObject(part)) return part
    const { audio, image_url } = part
    if (typeof image_url === 'string') images += 1
    seconds += secondsOf(audio, rate)
    return {
      ...part,
      ...(typeof audio === 'string' && { audio: '' }),
      ...(typeof image_url === 'string' && { image_url: '' }),
    }
  }
  const textOf = (item: unknown): unknown =>
    isObject(item) && Array.isArray(item.content) ? { ...item, content: item.content.map(withoutMedia) } : item
  const { item, response } = message
  const text = JSON.stringify({
    ...message,
    ...(item !== undefined && { item: textOf(item) }),
    ...(isObject(response) &&
      Array.isArray(response.input) && { response: { ...response, input: response.input.map(textOf) } }),
  })
  return {
    text: estimateInput(text) + images * IMAGE_TOKENS.usual,
    most: Buffer.byteLength(text) + images * IMAGE_TOKENS.most,
    seconds,
  }
}
