import { noteIdentity, noteText, noteUsage } from '../../observers/note.ts'
import { type AnswerReader, makeObserver, type ObserverFactory } from '../../observers/observer.ts'
import type { Tally } from '../../observers/tally.ts'
import { asObjects, asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import type { Stage } from '../../raw/stage.ts'
import { PCM_BYTES_PER_SECOND } from '../../sound/length.ts'
import type { SseFrame } from '../../stage/sse.ts'
import { readRealtimeUsage } from './read-usage.ts'
import { bytesPerSecond, secondsOf } from './sound-rate.ts'

/** One response of a live session: each chunk is a whole message. */
export const observer: ObserverFactory = {
  stream: options => makeObserver(responseReader()).stream(options),
  whole: body => makeObserver(responseReader()).whole(body),
}

const soundDeltas = new Set(['response.audio.delta', 'response.output_audio.delta'])

function responseReader(): AnswerReader {
  let rate = PCM_BYTES_PER_SECOND
  return {
    split: eachMessage,
    read(event, tally) {
      const type = asText(event.type) ?? ''
      const response = objectOrEmpty(event.response)
      if (type === 'response.created') {
        const format = dig(response, 'audio.output.format') ?? response.output_audio_format
        if (format != null) rate = bytesPerSecond(format)
        noteIdentity(tally, response)
      } else if (soundDeltas.has(type)) {
        tally.soundSeconds = (tally.soundSeconds ?? 0) + secondsOf(event.delta, rate)
        tally.produced = true
      } else if (type.endsWith('.delta')) noteText(tally, event.delta)
      else if (type === 'response.done') noteEnd(tally, response)
    },
  }
}

function noteEnd(tally: Tally, response: JsonObject): void {
  noteIdentity(tally, response)
  noteUsage(tally, response.usage, readRealtimeUsage)
  tally.usageIsFinal = tally.usage !== null
  tally.produced ||= asObjects(response.output).length > 0
  tally.finishReason = asText(response.status)
  tally.finished = true
}

function eachMessage(): Stage<Uint8Array, SseFrame> {
  const decoder = new TextDecoder()
  return {
    push: bytes => [{ bytes, event: null, data: decoder.decode(bytes), isOversized: false }],
    end: () => [],
  }
}
