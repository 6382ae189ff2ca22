import type { Meter } from '../../metering/meter.ts'
import { objectOrEmpty } from '../../raw/json.ts'
import { imageMeter, mostMade } from '../openai-images/meter.ts'

/** Makes four images by default. https://ai.google.dev/gemini-api/docs/imagen */
export const predictMeter: Meter = {
  ...imageMeter,
  most(call, _leastTokens, textTokens) {
    const { sampleCount } = objectOrEmpty(call.member('parameters'))
    return mostMade(call, sampleCount === undefined ? 4 : call.choices, textTokens)
  },
}
