import { noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray, asText } from '../../raw/json.ts'
import { readImageUsage } from './read-usage.ts'

/** Images made or edited: all at once, or streamed with glimpses of what is to come. */
export const observer = makeObserver({
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
