import { asText, dig } from '../../raw/json.ts'

/** Speech of the client that its upstream transcribes. */
export interface Heard {
  seconds: number
  /** The transcribing model; null: it may be any of several. */
  model: string | null
}

/** The client's speech in a live session until its transcription is charged. */
export interface Transcriptions {
  /**
   * Notes the transcribing model in a client's settings, which applies until the upstream reports its own. Of several, nobody
   * knows which.
   */
  ask(session: unknown): void
  /** Notes the settings that the upstream reports. */
  report(session: unknown): void
  hear(seconds: number): void
  /** The speech so far becomes an item, which is transcribed if transcription is on. */
  commit(itemId: string): void
  /** A piece of an item's transcript has passed. */
  show(itemId: string): void
  /** Takes an item's speech, once; for an item that was never announced, all that is left. */
  take(itemId: string): Heard
  /** Takes all speech whose transcription was not reported, at the end of the session. */
  takeRest(): Heard[]
  /** Seconds that a transcription may still be charged for. */
  readonly pendingSeconds: number
  /** The transcribing model in force; null: none, or any of several. */
  readonly model: string | null
}

export function newTranscriptions(): Transcriptions {
  const items = new Map<string, Heard>()
  const known = { model: null as string | null, isUnsure: false, loose: 0, isLooseShown: false }
  const only = () => (known.isUnsure ? null : known.model)
  const takeLoose = (): Heard => {
    const heard = { seconds: known.loose, model: only() }
    Object.assign(known, { loose: 0, isLooseShown: false })
    return heard
  }
  return {
    get model() {
      return only()
    },
    get pendingSeconds() {
      const committed = [...items.values()].reduce((sum, { seconds }) => sum + seconds, 0)
      return known.model === null ? committed : committed + known.loose
    },
    ask(session) {
      for (const model of modelsIn(session)) {
        known.isUnsure ||= known.model !== null && known.model !== model
        known.model ??= model
      }
    },
    report(session) {
      // A host that says nothing of it has taken what was asked for, as far as anybody knows.
      if (settingsIn(session).every(setting => setting === undefined)) return
      const [model = null, ...others] = modelsIn(session)
      Object.assign(known, { model, isUnsure: others.some(other => other !== model) })
    },
    hear(seconds) {
      known.loose += seconds
    },
    commit(itemId) {
      const heard = takeLoose()
      if (known.model === null) return
      // An item announced twice keeps its earlier speech.
      items.set(itemId, { ...heard, seconds: heard.seconds + (items.get(itemId)?.seconds ?? 0) })
    },
    show(itemId) {
      if (!items.has(itemId)) known.isLooseShown = true
    },
    take(itemId) {
      const item = items.get(itemId)
      items.delete(itemId)
      return item ?? takeLoose()
    },
    takeRest() {
      const rest = [...items.values(), ...(known.isLooseShown ? [takeLoose()] : [])]
      items.clear()
      return rest.filter(({ seconds }) => seconds > 0)
    },
  }
}

/** The settings of transcription as either generation of the protocol spells them. */
const settingsIn = (session: unknown): unknown[] => [
  dig(session, 'audio.input.transcription'),
  dig(session, 'input_audio_transcription'),
]

const modelsIn = (session: unknown): string[] =>
  settingsIn(session).flatMap(setting => asText(dig(setting, 'model')) ?? [])
