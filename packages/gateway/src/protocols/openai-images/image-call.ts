import { lookUp } from '../../raw/json.ts'

interface ImageCall {
  model: string
  size?: string | undefined
  quality?: string | undefined
}

const SIZE_RATIOS: Record<string, number> = {
  '256x256': 0.4,
  '512x512': 0.45,
  '1024x1024': 1,
  '1024x1792': 2,
  '1792x1024': 2,
  auto: 1,
}
const PLAIN_QUALITIES: ReadonlySet<string | undefined> = new Set([undefined, 'standard', 'auto', 'low', 'medium'])
const HD_RATIO = 2
/** The price ratio of portrait and landscape HD images, which is below the product of the size and quality ratios. */
const HD_OBLONG_RATIO = 1.5

/**
 * Returns the factors of a DALL·E image's price for size and quality; images of other models are priced by tokens or at
 * a fixed price.
 */
export function imageCallRatios({ model, size = '1024x1024', quality }: ImageCall) {
  if (!model.startsWith('dall-e')) return { sizeRatio: 1, qualityRatio: 1 }
  // unknown values count as the dearest
  const sizeRatio = lookUp(SIZE_RATIOS, size) ?? Math.max(...Object.values(SIZE_RATIOS))
  const isHd = model.startsWith('dall-e-3') && !PLAIN_QUALITIES.has(quality)
  const hdRatio = sizeRatio === 2 ? HD_OBLONG_RATIO : HD_RATIO
  return { sizeRatio, qualityRatio: isHd ? hdRatio : 1 }
}
