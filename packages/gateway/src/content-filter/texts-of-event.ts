import { isObject } from '../raw/json.ts'

/** A text a model wrote, at its place in an event or a whole answer. */
export interface WrittenText {
  value: string
  /** The lane of the text it continues: pieces with the same name form one text; null: it stands alone. */
  lane: string | null
  replace(text: string): void
}

type Holder = Record<string | number, unknown>

/** The members that hold text written by models, in all formats. */
const TEXTS = new Set([
  ...['content', 'text', 'reasoning_content', 'reasoning', 'thinking', 'refusal', 'delta', 'partial_json'],
  ...['arguments', 'input', 'output_text', 'transcript', 'summary', 'code'],
])
/** All text below these members is the model's. */
const OF_THE_MODEL = new Set(['input', 'args', 'arguments'])
/** Members that identify the text to which a piece belongs. */
const PLACES = ['index', 'output_index', 'content_index', 'summary_index', 'item_id', 'thought', 'type'] as const

type Visit = (text: WrittenText) => void

/** Events whose text is audio. */
const SOUND = new Set(['response.audio.delta', 'response.output_audio.delta'])
/** Events with these prefixes repeat a finished text as a whole, unless they are deltas. */
const OF_ITEMS = ['response.', 'conversation.', 'session.']

/** Visits every text of a stream event or, with `isWhole`, of a whole answer. */
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
