import { type Exchange, exchange, type UpstreamSide } from '../exchange.ts'
import { imageClient } from './client.ts'
import type { ImageAnswer, ImageRequest } from './image.ts'

export { geminiImages } from './gemini.ts'
export { imagen } from './imagen.ts'

/** Images made by an upstream that has its own words for it. */
export const imagesBy = (
  upstream: UpstreamSide<ImageRequest, ImageAnswer>,
): Record<'openai-image-generations', Exchange> => ({
  'openai-image-generations': exchange(imageClient, upstream, ({ images, usage }) => ({ usage, units: images.length })),
})
