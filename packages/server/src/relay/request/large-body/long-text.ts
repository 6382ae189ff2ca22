import type { Member, ScannedObject, WireFormat } from '@tollgate/gateway'
import type { BodyToInspect, Inspected, InspectedWritten } from './inspect-body.ts'
import { inspectedBy, openExchange } from './inspection-pool.ts'

/**
 * A text that a thread makes, because joining, quoting and reading a text of many megabytes would delay other calls. The thread
 * shares the long texts it is given, and the result, without copying them.
 */
export interface LongText {
  add(text: string): void
  /** Adds a text as a JSON string. */
  quote(text: string): void
  /** Adds a part of a text. */
  copy(text: string, from: number, until: number): void
  ended(): Promise<string>
  /** @throws ApiError */
  inspected(inspection: Omit<BodyToInspect, 'pieces'>): Promise<Inspected>
  /** Returns it as a body that the gateway wrote for an upstream. @throws ApiError */
  written(format: WireFormat): Promise<WrittenBody>
}

export interface WrittenBody extends ScannedObject, InspectedWritten {}

/** Shorter parts are sent together, in characters. */
const SENT_AT_ONCE = 256 * 1024

/** Makes a long text. If `make` throws, the thread forgets it. */
export async function makeLongText<Made>(make: (text: LongText) => Promise<Made>): Promise<Made> {
  const exchange = openExchange()
  const { tell, drop } = exchange
  let waiting = ''
  const send = () => {
    if (waiting !== '') tell({ step: 'add', text: waiting })
    waiting = ''
  }
  const add = (text: string) => {
    waiting += text
    if (waiting.length > SENT_AT_ONCE) send()
  }
  try {
    return await make({
      add,
      quote(text) {
        send()
        tell({ step: 'quote', text })
      },
      copy(text, from, until) {
        if (until - from <= SENT_AT_ONCE) return add(text.slice(from, until))
        send()
        tell({ step: 'copy', text, from, until })
      },
      async ended() {
        send()
        tell({ step: 'text' })
        return (await exchange.answer).texts[0] ?? ''
      },
      inspected(inspection) {
        send()
        return inspectedBy(exchange, inspection)
      },
      async written(format) {
        send()
        tell({ step: 'written', format })
        const { found, texts } = await exchange.answer
        return { ...(found as InspectedWritten), text: texts[0] ?? '' } // see text-steps.ts
      },
    })
  } catch (error) {
    drop()
    throw error
  }
}

/** A JSON object without its long strings, and these, unescaped. */
export interface CutText extends ScannedObject {
  /** Where a string was: this text and its number. */
  mark: string
  strings: string[]
}

/**
 * Cuts the strings out of a JSON object that are longer than `longest` characters; null: there are none.
 *
 * @throws SyntaxError
 */
export async function cutLongStrings(text: string, longest: number): Promise<CutText | null> {
  const { tell, answer } = openExchange()
  const mark = `${crypto.randomUUID()} `
  tell({ step: 'cut', text, longest, mark })
  const { found, texts } = await answer
  const [short, ...strings] = texts
  return short === undefined ? null : { mark, text: short, members: found as Member[], strings } // see text-steps.ts
}
