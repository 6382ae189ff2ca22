import type { Meter } from '../../metering/meter.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asObjects, asText, objectOrEmpty } from '../../raw/json.ts'
import { geminiErrors } from '../gemini/errors.ts'
import { predictSize } from '../gemini/input-size.ts'
import { geminiMembers } from '../gemini/member-names.ts'
import { renameIfNamed } from '../gemini/rename-model.ts'
import { imageMeter, mostMade } from '../openai-images/meter.ts'
import type { ClientProtocol } from '../protocol.ts'

/** Makes four images by default. https://ai.google.dev/gemini-api/docs/imagen */
const predictMeter: Meter = {
  ...imageMeter,
  most(call, _leastTokens, textTokens) {
    const { sampleCount } = objectOrEmpty(call.member('parameters'))
    return mostMade(call, sampleCount === undefined ? 4 : call.choices, textTokens)
  },
}

/** Imagen's `predict`: counts the images made; filtered ones leave only a reason. It reports no usage. */
const observer = makeObserver({
  read({ predictions }, tally) {
    tally.units = asObjects(predictions).filter(({ bytesBase64Encoded }) => asText(bytesBase64Encoded) !== null).length
    tally.produced = tally.units > 0
  },
})

/** Google's `predict`: Imagen's images, and Vertex' embeddings. */
export const geminiPredict = {
  observer,
  meter: predictMeter,
  inputSize: predictSize,
  endpoint: { methods: ['predict'], errors: geminiErrors },
  members: geminiMembers,
  renameModel: renameIfNamed,
} satisfies ClientProtocol
