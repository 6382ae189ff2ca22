import { asText } from '../raw/json.ts'
import { readSpeechUsage } from '../usage/index.ts'
import { following } from './following.ts'
import { noteUsage } from './note.ts'
import { followSound } from './sound.ts'

/** Speech: the sound itself as it is made, or server-sent events that carry it in pieces. */
export const followOpenAiSpeech = followSound(
  following({
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
