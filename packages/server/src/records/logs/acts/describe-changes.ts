import type { LogChange, LogValue } from '@tollgate/contract'
import type { ChangedWord, ToldField } from '../../../platform/messages/index.ts'

/** Longer values are cut where they start to differ: a price list or a notice is too long for a log line. */
const LONGEST_VALUE = 120
/** How much of the equal text before a difference is shown. */
const LEAD = 20

type Shown = string | number | boolean | null | undefined

/**
 * How a field is described: by its values, as amounts of quota, by words for codes, by names that are the same in every
 * language, as an address without its secret parts, or only as changed.
 */
type Telling =
  | 'value'
  | 'quota'
  | 'address'
  | 'name'
  | Readonly<Record<string, ChangedWord>>
  | ((value: Shown) => string)

/** Returns the fields of `tellings` that differ, with their old and new values. */
export function describeChanges<Row extends object>(
  before: Row,
  after: Row,
  tellings: Partial<Record<keyof Row & ToldField, Telling>>,
): LogChange[] {
  return (Object.keys(tellings) as (keyof Row & ToldField)[]).flatMap(field => {
    const [old, now] = [before[field] as Shown, after[field] as Shown]
    return old === now ? [] : [{ field, ...toldAs(tellings[field] ?? 'value', old ?? '', now ?? '') }]
  })
}

function toldAs(telling: Telling, old: Shown, now: Shown): Omit<LogChange, 'field'> {
  if (telling === 'name') return {}
  if (telling === 'quota') return { before: { quota: Number(old) }, after: { quota: Number(now) } }
  if (typeof telling === 'object') {
    const inWords = (code: Shown): LogValue => {
      const word = telling[String(code)]
      return word ? { word } : String(code)
    }
    return { before: inWords(old), after: inWords(now) }
  }
  const tell = typeof telling === 'function' ? telling : telling === 'address' ? withoutSecrets : String
  return cutToDifference(tell(old), tell(now))
}

/** Cuts two long texts to where they start to differ. */
export function cutToDifference(before: string, after: string): { before: LogValue; after: LogValue } {
  let from = 0
  if (Math.max(before.length, after.length) > LONGEST_VALUE) {
    while (from < before.length && before[from] === after[from]) from++
    from = Math.max(0, from - LEAD)
  }
  return { before: cut(before, from), after: cut(after, from) }
}

function cut(text: string, from: number): LogValue {
  if (text === '') return { word: 'empty' }
  const end = from + LONGEST_VALUE
  const shown = text.slice(from, end).replace(/\s+/g, ' ').toWellFormed()
  return `${from > 0 ? '…' : ''}${shown}${text.length > end ? '…' : ''}`
}

/** An address may contain a password before its host, and keys in its query. */
export function withoutSecrets(address: Shown): string {
  if (!URL.canParse(String(address))) return String(address)
  const { protocol, host, pathname } = new URL(String(address))
  return `${protocol}//${host}${pathname}`
}
