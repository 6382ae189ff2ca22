import { noteText, noteUsage } from '../../observers/note.ts'
import { makeObserver, type ObserverFactory } from '../../observers/observer.ts'
import { newTally } from '../../observers/tally.ts'
import { asText, tryParse } from '../../raw/json.ts'
import { readTranscriptionUsage } from './read-usage.ts'

const answers = makeObserver({
  read(event, tally) {
    const type = asText(event.type)
    if (type === null || type === 'transcript.text.delta') noteText(tally, event.delta ?? event.text)
    if (type !== null && type !== 'transcript.text.done') return
    noteUsage(tally, event.usage ?? event, readTranscriptionUsage)
    tally.usageIsFinal = tally.usage !== null
    tally.finished = type !== null
  },
})

/** Transcriptions and translations: JSON, server-sent events, or plain text and subtitles. */
export const observer: ObserverFactory = {
  ...answers,
  whole: body => (typeof tryParse(body) === 'object' ? answers.whole(body) : readBareText(body)),
}

function readBareText(body: string) {
  const tally = newTally()
  tally.outputBytes = Buffer.byteLength(body)
  noteText(tally, body.trim())
  tally.finished = true
  return tally
}
