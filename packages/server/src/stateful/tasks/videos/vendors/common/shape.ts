import { asText } from '@tollgate/gateway'
import type { VideoRequest } from '../../../vendor.ts'
import { videoRefusal } from '../../video-refusal.ts'

/** The capabilities of models by name; the first match counts. */
export type ByModel<Value> = readonly (readonly [names: RegExp, value: Value])[]

export function ofModel<Value>(table: ByModel<Value>, model: string, otherwise: Value): Value {
  return table.find(([names]) => names.test(model))?.[1] ?? otherwise
}

/**
 * Returns a video's length in seconds.
 *
 * @param lengths that the model makes, the default first
 * @throws ApiError for any other
 */
export function lengthOf({ seconds, model }: VideoRequest, lengths: readonly number[]): number {
  const [usual = 5] = lengths
  if (seconds === null || lengths.includes(seconds)) return seconds ?? usual
  const made = lengths.toSorted((one, other) => one - other).join(', ')
  throw videoRefusal('video_length_unsupported', { model, seconds, lengths: made })
}

/** Returns all lengths between two, the default first. */
export const lengthsFrom = (least: number, most: number, usual: number): number[] => [
  usual,
  ...Array.from({ length: most - least + 1 }, (_, at) => least + at).filter(seconds => seconds !== usual),
]

/**
 * Returns a video's resolution in the model's form: from the option `resolution`, or by the shorter side of its size.
 *
 * @param resolutions that the model makes, such as `720p`, the default first
 * @throws ApiError for any other
 */
export function resolutionOf(request: VideoRequest, resolutions: readonly string[]): string {
  const [usual = ''] = resolutions
  const { size, metadata } = request
  const named = asText(metadata.resolution)
  if (named === null && size === null) return usual
  const found = resolutions.find(resolution =>
    named === null
      ? isNear(Math.min(size?.width ?? 0, size?.height ?? 0), linesOf(resolution), 0.1)
      : resolution.toLowerCase() === named.toLowerCase(),
  )
  if (found === undefined) throw unsupported(request, named, resolutions)
  return found
}

/**
 * Returns a video's aspect ratio, from the option `aspect_ratio` in any vendor's spelling or from its size; undefined: none
 * requested.
 *
 * @param ratios that the model makes, such as `16:9`
 * @throws ApiError for any other
 */
export function ratioOf(request: VideoRequest, ratios: readonly string[]): string | undefined {
  const { size, metadata } = request
  const named = asText(metadata.aspect_ratio) ?? asText(metadata.aspectRatio) ?? asText(metadata.ratio)
  if (named === null && size === null) return undefined
  const found = ratios.find(ratio =>
    named === null ? size !== null && isNear(size.width / size.height, quotientOf(ratio), 0.03) : ratio === named,
  )
  if (found === undefined) throw unsupported(request, named, ratios)
  return found
}

/** Whether a video may have sound, which is dearer: yes, unless the request switches it off by the vendor's own option. */
export const mayHaveSound = ({ metadata }: VideoRequest, word: string): boolean => metadata[word] !== false

/** @throws ApiError */
export function unsupported({ model, size }: VideoRequest, named: string | null, made: readonly string[]) {
  const asked = named ?? `${size?.width}x${size?.height}`
  return videoRefusal('video_size_unsupported', { model, size: asked, sizes: made.join(', ') })
}

const linesOf = (resolution: string): number =>
  resolution.toLowerCase() === '4k' ? 2160 : Number.parseInt(resolution, 10)

function quotientOf(ratio: string): number {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

/** OpenAI's sizes, such as 1792x1024, differ slightly from others'. */
const isNear = (one: number, other: number, share: number): boolean => Math.abs(one - other) <= other * share
