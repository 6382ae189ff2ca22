import type { Provider, ProviderFacts } from './provider.ts'
import { taskHost } from './task-host.ts'

/** The model names under which calls of a Midjourney proxy are priced and listed. */
const MODEL_NAMES = [
  'mj_imagine',
  'mj_edits',
  'mj_variation',
  'mj_reroll',
  'mj_blend',
  'mj_modal',
  'mj_zoom',
  'mj_shorten',
  'mj_high_variation',
  'mj_low_variation',
  'mj_pan',
  'mj_describe',
  'mj_upscale',
  'mj_upload',
  'mj_video',
  'mj_inpaint',
  'mj_custom_zoom',
  'swap_face',
]

/** https://github.com/novicezk/midjourney-proxy */
const midjourneyProxy = (facts: Pick<ProviderFacts, 'type' | 'id' | 'name'>): Provider => ({
  ...taskHost({ ...facts, color: 'green', modelNames: MODEL_NAMES }),
  headers: ({ channel }) => ({ 'mj-api-secret': channel.key }),
})

export const midjourney = midjourneyProxy({ type: 2, id: 'midjourney', name: 'Midjourney Proxy' })
export const midjourneyPlus = midjourneyProxy({ type: 5, id: 'midjourney-plus', name: 'Midjourney Proxy Plus' })
