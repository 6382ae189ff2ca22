import { noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import { asText } from '../../raw/json.ts'
import { observeSound } from './observe-sound.ts'
import { readSpeechUsage } from './read-usage.ts'

/** Speech: the raw sound as it is made, or server-sent events that carry it in pieces. */
export const observer = observeSound(
  makeObserver({
    read(event, tally) {
      const type = asText(event.type)
      if (type === 'speech.audio.delta') tally.produced = true
      if (type !== 'speech.audio.done') return
      noteUsage(tally, event.usage, readSpeechUsage)
      tally.usageIsFinal = tally.usage !== null
      tally.finished = true
    },
  }),
)
