/** A dialect an upstream holds the conversation in. */
export interface SpokenDialect {
  /** The channel type that leads there. */
  type: number
  /** Behind the upstream's address, for channels that name all of it. */
  path?: string
  /** Of the channel, where it is more than a word. */
  key?: string
  /** The model's name; every dialect has its own. */
  model: string
  /** What it signs, if anything. */
  signs?: 'thoughts' | 'calls'
  /** It signs the text of a last answer. */
  signsTexts?: true
  isStream(path: string, body: string): boolean
  /** A step's answer, as it goes over the wire. */
  whole(step: number): object
  stream(step: number): string | Uint8Array
  /** The content type of its streams, where they are no server-sent events. */
  streamType?: string
  /** How many results of tools a request holds. */
  results(body: string): number
  /** Returns why a real upstream would reject a request; null: it would not. */
  rejection(body: string): string | null
}

/** A server-sent event. */
export const event = (value: unknown, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`

/** A call or a result, in the order they stand in a conversation; what comes between is neither. */
export type Paired = { call: string } | { result: string } | 'between'

/** Every call is answered, once, before anything else is said. */
export function unpaired(items: readonly Paired[]): string | null {
  const waiting = new Set<string>()
  for (const item of items) {
    if (item === 'between') {
      if (waiting.size > 0) return `no result for ${[...waiting].join(', ')}`
    } else if ('call' in item) waiting.add(item.call)
    else if (!waiting.delete(item.result)) return `no call ${item.result} waits for a result`
  }
  return waiting.size > 0 ? `no result for ${[...waiting].join(', ')}` : null
}
