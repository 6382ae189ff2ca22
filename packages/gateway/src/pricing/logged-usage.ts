import type { LoggedLine, LogOther } from '@tollgate/contract'
import { noUsage, type Usage } from '../canonical/usage.ts'
import type { Consumed } from '../metering/consumed.ts'
import type { Price } from './price.ts'

/** Returns the usage from which `charge` made the numbers of a log row, as far as it was charged. */
export function loggedUsage(other: LogOther): Usage {
  return {
    ...noUsage(),
    input: other.text_input ?? 0,
    cacheRead: other.cache_tokens ?? 0,
    cacheWrite5m: other.cache_creation_tokens_5m ?? 0,
    cacheWrite1h: other.cache_creation_tokens_1h ?? 0,
    imageInput: other.image_input ?? 0,
    audioInput: other.audio_input ?? 0,
    output: other.text_output ?? 0,
    reasoning: other.reasoning_tokens ?? 0,
    imageOutput: other.image_output ?? 0,
    audioOutput: other.audio_output ?? 0,
    toolCalls: other.tool_calls ? Object.fromEntries(other.tool_calls.map(({ name, count }) => [name, count])) : {},
  }
}

type Measured = Omit<Consumed, 'usage' | 'sizeRatio' | 'qualityRatio'>

/** Returns what else a document's lines counted. A single word of an image is its size if the price has that size. */
export function loggedMeasures(lines: readonly LoggedLine[], price: Price): Measured {
  const counted = (name: string) => lines.find(({ line }) => line === name)
  const [image, video] = [counted('image'), counted('video')]
  const characters = counted('characters')?.count ?? 0
  const [resolution = null] = (video?.of ?? '').split(' ').filter(word => word !== '' && word !== 'sound')
  return {
    callCount: (counted('call') ?? image)?.count ?? 1,
    characters: () => characters,
    soundSeconds: counted('sound')?.count ?? 0,
    ...(image && { image: wordsOf(image.of, price) }),
    ...(video && { video: { seconds: video.count, resolution, sound: /\bsound$/.test(video.of ?? '') } }),
  }
}

function wordsOf(of = '', price: Price): NonNullable<Consumed['image']> {
  const [first, second] = of.split(' ').filter(word => word !== '')
  const isSize = second !== undefined || (price.kind === 'document' && price.images.some(({ size }) => size === first))
  return isSize ? { size: first, quality: second } : { size: undefined, quality: first }
}
