import { asArray, asText } from '../raw/json.ts'
import { readImageUsage } from '../usage/index.ts'
import { noteUsage } from './note.ts'
import { makeObserver } from './observer.ts'

/** Images made or edited: all at once, or streamed with glimpses of what is to come. */
export const followOpenAiImages = makeObserver({
  endsByClosing: true,
  read(event, tally) {
    const type = asText(event.type)
    const made = type === null ? asArray(event.data).length : Number(type.endsWith('.completed'))
    tally.units = (tally.units ?? 0) + made
    tally.produced ||= made > 0 || type?.endsWith('.partial_image') === true
    noteUsage(tally, event.usage, readImageUsage)
    tally.usageIsFinal = tally.usage !== null
  },
})
