import { isObject } from '../raw/json.ts'

/** A text a model wrote, where it stands in an event or a whole answer. */
export interface WrittenText {
  value: string
  /** What it continues: texts of the same name are one text in pieces; null: it stands for itself. */
  lane: string | null
  replace(text: string): void
}

type Holder = Record<string | number, unknown>

/** The members of answers that hold what a model writes, in all formats. */
const TEXTS = new Set([
  ...['content', 'text', 'reasoning_content', 'reasoning', 'thinking', 'refusal', 'delta', 'partial_json'],
  ...['arguments', 'input', 'output_text', 'transcript', 'summary', 'code'],
])
/** Below these every text is the model's. */
const OF_THE_MODEL = new Set(['input', 'args', 'arguments'])
/** What tells one text in pieces from another. */
const PLACES = ['index', 'output_index', 'content_index', 'summary_index', 'item_id', 'thought', 'type'] as const

type Visit = (text: WrittenText) => void

/** Events whose text is sound. */
const SOUND = new Set(['response.audio.delta', 'response.output_audio.delta'])
/** Events of these repeat every text as a whole once it has ended, but for those that are pieces. */
const OF_ITEMS = ['response.', 'conversation.', 'session.']

/** Shows every text of an event of a stream, or with `isWhole` of a whole answer. */
export function textsOf(event: unknown, isWhole: boolean, visit: Visit): void {
  const type = isObject(event) && typeof event.type === 'string' ? event.type : ''
  if (SOUND.has(type)) return
  const standsAlone = isWhole || (OF_ITEMS.some(prefix => type.startsWith(prefix)) && !type.endsWith('.delta'))
  walk(event, standsAlone ? null : '', false, visit)
}

function walk(value: unknown, lane: string | null, isModels: boolean, visit: Visit): void {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries())
      if (typeof item === 'string') {
        if (isModels) visit(textAt(value as unknown as Holder, at, item, null))
      } else walk(item, lane, isModels, visit)
    return
  }
  if (!isObject(value)) return
  const place = lane === null ? null : lane + placeIn(value)
  for (const [name, member] of Object.entries(value)) {
    const isText = isModels || TEXTS.has(name)
    const below = place === null ? null : `${place}/${name}`
    if (typeof member !== 'string') walk(member, below, isModels || OF_THE_MODEL.has(name), visit)
    else if (isText && member !== '') visit(textAt(value, name, member, below))
  }
}

function placeIn(value: Record<string, unknown>): string {
  let place = ''
  for (const name of PLACES) {
    const told = value[name]
    if (told !== undefined) place += `${name}:${told},`
  }
  return place
}

const textAt = (holder: Holder, name: string | number, value: string, lane: string | null): WrittenText => ({
  value,
  lane,
  replace(text) {
    holder[name] = text
  },
})
