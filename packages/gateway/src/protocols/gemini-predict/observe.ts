import { makeObserver } from '../../observers/observer.ts'
import { asObjects, asText } from '../../raw/json.ts'

/** Imagen's `predict`: counts the images made; filtered ones leave only a reason. It reports no usage. */
export const observer = makeObserver({
  read({ predictions }, tally) {
    tally.units = asObjects(predictions).filter(({ bytesBase64Encoded }) => asText(bytesBase64Encoded) !== null).length
    tally.produced = tally.units > 0
  },
})
