import { optionTable, type PriceDocument, type Reason } from '@tollgate/contract'

/** The entry of a model in `ModelPrices` as it is being written: not checked yet, so no member is lost on the way. */
export type Written = Readonly<Record<string, unknown>>

/** The documents in an entry's text: one, or several by date. Null: it is no JSON of that shape. */
export function documentsIn(text: string): Written[] | null {
  if (text.trim() === '') return [{}]
  try {
    const json: unknown = JSON.parse(text)
    const list = Array.isArray(json) ? json : [json]
    return list.length > 0 && list.every(isObject) ? list : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text with another value of a document's member; undefined, and empty lists and objects, remove it. */
export function withMember(text: string, index: number, path: readonly string[], value: unknown): string {
  const documents = documentsIn(text) ?? [{}]
  const changed = documents.map((document, at) => (at === index ? setMember(document, path, value) : document))
  return JSON.stringify(text.trimStart().startsWith('[') ? changed : changed[0], null, 2)
}

function setMember(object: Written, [name = '', ...rest]: readonly string[], value: unknown): Written {
  const inner = object[name]
  const set = rest.length === 0 ? value : setMember(isObject(inner) ? inner : {}, rest, value)
  const { [name]: _, ...others } = object
  return set === undefined || isEmpty(set) ? others : { ...object, [name]: set }
}

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

export function memberOf(document: Written, path: readonly string[]): unknown {
  let at: unknown = document
  for (const name of path) at = isObject(at) ? at[name] : undefined
  return at
}

export type Entry = PriceDocument | readonly PriceDocument[]

/** What an entry's text says; null: nothing, which removes the entry. A reason names the member. */
export function readEntry(text: string): { value: Entry | null } | { reason: Reason } {
  let price: unknown
  try {
    price = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return { reason: { code: 'not_json' } }
  }
  if (isEmpty(price)) return { value: null }
  const reading = optionTable.ModelPrices.read(JSON.stringify({ price }))
  return 'reason' in reading ? reading : { value: reading.value.price ?? null }
}
