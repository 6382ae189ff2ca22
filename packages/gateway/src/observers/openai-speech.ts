import { asText } from '../raw/json.ts'
import { readSpeechUsage } from '../usage/index.ts'
import { noteUsage } from './note.ts'
import { makeObserver } from './observer.ts'
import { observeSound } from './sound.ts'

/** Speech: the sound itself as it is made, or server-sent events that carry it in pieces. */
export const followOpenAiSpeech = observeSound(
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
