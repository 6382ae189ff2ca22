import { openAiErrors } from '../openai-chat/errors.ts'
import type { ClientProtocol } from '../protocol.ts'
import { imageClient, imageEditClient } from './exchange.ts'
import { inputSize } from './input-size.ts'
import { imageMeter } from './meter.ts'
import { observer } from './observe.ts'

/** OpenAI's image generation. */
export const openAiImageGenerations = {
  observer,
  meter: imageMeter,
  inputSize,
  endpoint: { path: '/v1/images/generations', errors: openAiErrors, defaultModel: 'dall-e-2' },
  images: imageClient,
} satisfies ClientProtocol

/** OpenAI's image edits. */
export const openAiImageEdits = {
  observer,
  meter: imageMeter,
  inputSize,
  endpoint: { path: '/v1/images/edits', errors: openAiErrors, defaultModel: 'gpt-image-1', form: true },
  imageEdits: imageEditClient,
} satisfies ClientProtocol
