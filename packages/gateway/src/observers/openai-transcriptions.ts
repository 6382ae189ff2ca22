import { asText, tryParse } from '../raw/json.ts'
import { readTranscriptionUsage } from '../usage/index.ts'
import { noteText, noteUsage } from './note.ts'
import { makeObserver, type ObserverFactory } from './observer.ts'
import { newTally } from './tally.ts'

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

/** Transcriptions and translations: JSON, server-sent events, or bare text and subtitles. */
export const followOpenAiTranscriptions: ObserverFactory = {
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
