import { endOfString, scanObject, type WireFormat } from '@tollgate/gateway'
import { inspectWritten } from './inspect-body.ts'

/**
 * What a thread does with long texts. The first kinds add to a text, the others ask for it. All members are texts and numbers:
 * then Bun shares a text between threads without copying it.
 */
export type TextStep =
  | { step: 'add'; text: string }
  /** Adds a text as a JSON string. */
  | { step: 'quote'; text: string }
  /** Adds a part of a text. */
  | { step: 'copy'; text: string; from: number; until: number }
  | { step: 'text' }
  /** Asks for a body that the gateway wrote, inspected. */
  | { step: 'written'; format: WireFormat }
  /** Asks for a JSON object without its long strings, and for these. */
  | { step: 'cut'; text: string; longest: number; mark: string }
  | { step: 'drop' }

/** What was found, and the texts asked for; null: the text is not complete yet. */
export type Taken = { found?: unknown; texts: string[] } | null

/** The texts that are being made, by the id of their exchange. */
export interface Texts {
  /** @throws ApiError | SyntaxError */
  take(id: number, step: TextStep): Taken
  /** Returns a text and forgets it; undefined: no part was added. */
  end(id: number): string | undefined
}

export function makeTexts(): Texts {
  const parts = new Map<number, string[]>()
  const add = (id: number, text: string): null => {
    const begun = parts.get(id)
    if (begun) begun.push(text)
    else parts.set(id, [text])
    return null
  }
  const end = (id: number): string | undefined => {
    const ended = parts.get(id)
    parts.delete(id)
    return ended && (ended.length === 1 ? ended[0] : ended.join(''))
  }
  return {
    end,
    take(id, step) {
      switch (step.step) {
        case 'add':
          return add(id, step.text)
        case 'quote':
          return add(id, JSON.stringify(step.text))
        case 'copy':
          return add(id, step.text.slice(step.from, step.until))
        case 'text':
          return { texts: [end(id) ?? ''] }
        case 'written': {
          const text = end(id) ?? ''
          return { found: inspectWritten(text, step.format), texts: [text] }
        }
        case 'cut': {
          const texts = cutStrings(step.text, step.longest, step.mark)
          return { found: texts[0] && scanObject(texts[0]).members, texts }
        }
        case 'drop':
          end(id)
          return null
      }
    },
  }
}

/**
 * Replaces each long string in a JSON text by its number behind a mark. Returns the text and then the strings, unescaped; nothing
 * if there are none. The text was scanned before.
 *
 * @throws SyntaxError
 */
export function cutStrings(text: string, longest: number, mark: string): string[] {
  const short: string[] = []
  const long: string[] = []
  let from = 0
  for (let start = text.indexOf('"'); start !== -1; start = text.indexOf('"', start)) {
    const end = endOfString(text, start)
    if (end - start > longest && !isName(text, end)) {
      short.push(text.slice(from, start), JSON.stringify(`${mark}${long.length}`))
      long.push(JSON.parse(text.slice(start, end)))
      from = end
    }
    start = end
  }
  return long.length > 0 ? [[...short, text.slice(from)].join(''), ...long] : []
}

/** Whether a colon follows. */
function isName(text: string, end: number): boolean {
  let at = end
  while (text.charCodeAt(at) <= 0x20) at++
  return text[at] === ':'
}
