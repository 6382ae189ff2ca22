/**
 * What a value in a request can cost to read, as data: each wire format lists the members, parts and tools it knows. A
 * value that is not listed is `unknown`: it may mean anything, so it counts as a whole context window, and some
 * channels do not send it. `outside` is listed and costs as much, for example a web search.
 */
export type InputSize =
  | 'text'
  | 'textOrAddress'
  | 'outside'
  | 'unknown'
  | 'image'
  | 'file'
  | 'cache'
  | Words
  | Choice
  | Members
  | Kinds
  | Noted

/** Known texts; any other is unknown. */
export interface Words {
  words: ReadonlySet<string>
}

/** A value by its JSON type. */
export interface Choice {
  /** Cost of a string; absent: unknown. */
  text?: InputSize
  /** Cost of each array element; absent: unknown. */
  each?: InputSize
  /** Cost of an object; absent: unknown. */
  object?: InputSize
  /** Cost of a number or true; absent: unknown. */
  other?: InputSize
}

/** An object by its members; unlisted ones are unknown; null and false ask for nothing. */
export interface Members {
  members: ReadonlyMap<string, InputSize>
  /** Members may also be spelled in snake case. */
  bothCases?: true
  /** Without these its meaning is unknown. */
  required?: readonly string[]
  /** The request member that is false if the upstream stores nothing of the request. */
  keeps?: string
  /**
   * An object with an `id` and none of `carried` refers to something its upstream stores; `always`: if items are
   * stored, any object with an id does.
   */
  keptUnless?: { carried: ReadonlySet<string>; always?: true }
  /** Encoded content, and the member that declares its type; `prefix` completes a declared word to a MIME type. */
  medium?: { data: string; type: string; prefix?: string }
}

/** An object whose kind one of its members names. */
export interface Kinds {
  by: string
  kinds: ReadonlyMap<string, InputSize>
  /** Cost of an object without that member; absent: unknown. */
  usual?: InputSize
  /** Cost of objects of other kinds; absent: unknown. */
  others?: InputSize
}

/** A value that also changes what the call may be billed for. */
export interface Noted {
  notes: readonly Note[]
  of: InputSize
}

export type Note = 'tools' | 'drawsOrSpeaks' | BilledTool

/** Tools that are billed in addition to tokens, as a hold counts them. */
export const BILLED_TOOLS = [
  'web_search',
  'file_search',
  'code_interpreter',
  'code_interpreter_64g',
  'image_generation_high',
  'google_maps',
  'code_execution',
  'x_search',
  'live_search_source',
] as const
export type BilledTool = (typeof BILLED_TOOLS)[number]

/** An unknown tool may be a billed one. */
export const UNKNOWN_TOOL = { notes: ['web_search', 'file_search'], of: 'unknown' } as const satisfies Noted

/** Costs of members by name: names separated by spaces share one. */
export type MemberTable = Readonly<Record<string, InputSize>>

export const members = (table: MemberTable, more: Omit<Members, 'members'> = {}): Members => ({
  members: byName(table),
  ...more,
})

export const words = (list: string): Words => ({ words: new Set(list.split(/\s+/)) })

export const kinds = (by: string, table: MemberTable, more: Pick<Kinds, 'usual' | 'others'> = {}): Kinds => ({
  by,
  kinds: byName(table),
  ...more,
})

export const noted = (notes: Note | readonly Note[], of: InputSize): Noted => ({
  notes: typeof notes === 'string' ? [notes] : notes,
  of,
})

/** A list of such objects. */
export const listOf = (object: InputSize): Choice => ({ each: { object } })

/** Only a text: an object in its place may name something. */
export const PLAIN_TEXT: Choice = { text: 'text' }

/** A plain text, or a list of parts. */
export const textOr = (part: InputSize): Choice => ({ text: 'text', each: { text: 'text', object: part } })

function byName(table: MemberTable): Map<string, InputSize> {
  const sizes = new Map<string, InputSize>()
  for (const [names, size] of Object.entries(table)) for (const name of names.split(/\s+/)) sizes.set(name, size)
  return sizes
}
