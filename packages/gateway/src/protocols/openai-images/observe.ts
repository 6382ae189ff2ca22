import { noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asArray, asNumber, asText, dig, type JsonObject } from '../../raw/json.ts'
import { readImageUsage } from './read-usage.ts'

/** Images made or edited: all at once, or streamed with partial images. */
export const observer = makeObserver({
  endsByClosing: true,
  read(event, tally) {
    const type = asText(event.type)
    const made = type === null ? listed(event) : Number(MADE.some(end => type.endsWith(end)) && isImage(event))
    // some report the count at the end of a stream
    const told = asNumber(dig(event.usage, 'generated_images') ?? dig(event.usage, 'image_count'))
    // biome-ignore lint/complexity/useMathMinMax: a missing count is NaN, which Math.max would keep
    tally.units = Math.max((tally.units ?? 0) + made, told > 0 ? told : 0)
    tally.produced ||= made > 0 || type?.endsWith('.partial_image') === true
    noteUsage(tally, event.usage, readImageUsage)
    tally.usageIsFinal = tally.usage !== null
  },
})

/** OpenAI's event, and Ark's for each image of a series, whose `completed` has no image. */
const MADE = ['.completed', '.partial_succeeded']
const isImage = ({ b64_json, url }: JsonObject): boolean => (b64_json ?? url) !== undefined

/** Some hosts list them under another name, or under both. */
const listed = ({ data, images }: JsonObject): number => Math.max(asArray(data).length, asArray(images).length)
