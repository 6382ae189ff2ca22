/** A dialect in which an upstream holds the conversation. */
export interface SpokenDialect {
  /** The channel type for this dialect. */
  type: number
  /** The path after the upstream's address, for channels that name the whole address. */
  path?: string
  /** The channel's key, if it is more than a word. */
  key?: string
  /** The model's name, different for each dialect. */
  model: string
  /** What it signs, if anything. */
  signs?: 'thoughts' | 'calls'
  /** It signs the text of the last answer. */
  signsTexts?: true
  isStream(path: string, body: string): boolean
  /** The body of a step's answer. */
  whole(step: number): object
  stream(step: number): string | Uint8Array
  /** The content type of its streams, if they are not server-sent events. */
  streamType?: string
  /** How many tool results a request contains. */
  results(body: string): number
  /** Returns why a real upstream would reject a request; null: it would not. */
  rejection(body: string): string | null
}

/** A server-sent event. */
export const event = (value: unknown, name?: string): string =>
  `${name ? `event: ${name}\n` : ''}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`

/** A call or a result, in conversation order; `between` is anything else. */
export type Paired = { call: string } | { result: string } | 'between'

/** Every call must be answered, once, before anything else is said. */
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
