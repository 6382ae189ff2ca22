import { type PriceDocument, type Reason, readPriceDocument } from '@tollgate/contract'
import { isObject } from '../raw/json.ts'

/** A model's price in a published list, under the list's name for the model. */
export interface ListedPrice {
  model: string
  /** Contains only what the list states. */
  document: PriceDocument
}

/** A price that was refused, and why. */
export interface RefusedPrice {
  model: string
  reason: Reason
}

export interface PriceList {
  prices: ListedPrice[]
  refused: RefusedPrice[]
}

/** A list's numbers, or why they are unusable. */
export type Read<Value> = { value: Value } | { reason: Reason }

const LONGEST_NAME = 255

/**
 * Returns the models and prices in the entries of a list; `read` makes a price document of an entry. Entries without a
 * model are skipped.
 */
export function listOf(
  entries: Iterable<readonly [model: unknown, place: string, entry: unknown]>,
  read: (entry: Readonly<Record<string, unknown>>, place: string, model: string) => Read<object> | null,
): PriceList {
  const prices = new Map<string, ListedPrice>()
  const refused: RefusedPrice[] = []
  for (const [model, place, entry] of entries) {
    if (typeof model !== 'string' || model === '' || model.length > LONGEST_NAME) continue
    const reading = isObject(entry) ? read(entry, place, model) : { reason: { code: 'not_object', at: place } as const }
    if (reading === null) continue
    const document = 'value' in reading ? readPriceDocument(reading.value, [model]) : reading
    if ('reason' in document) refused.push({ model, reason: document.reason })
    else prices.set(model, { model, document: document.value })
  }
  return { prices: [...prices.values()], refused }
}

/** Returns the number in a member; undefined: it is absent. Text is accepted for lists that write numbers as text. */
export function numberIn(
  entry: Readonly<Record<string, unknown>>,
  member: string,
  place: string,
  isText = false,
): Read<number | undefined> {
  const written = Object.hasOwn(entry, member) ? entry[member] : undefined
  if (written === undefined || written === null) return { value: undefined }
  const value = isText && typeof written === 'string' && written.trim() !== '' ? Number(written) : written
  const at = `${place}.${member}`
  if (typeof value !== 'number' || !Number.isFinite(value)) return { reason: { code: 'not_number', at } }
  return value < 0 ? { reason: { code: 'too_small', parameters: { min: 0 }, at } } : { value }
}

/** Reads several numbers; the first unusable one refuses them all. */
export function numbersIn<Name extends string>(
  entry: Readonly<Record<string, unknown>>,
  members: readonly Name[],
  place: string,
  isText = false,
): Read<Partial<Record<Name, number>>> {
  const numbers: Partial<Record<Name, number>> = {}
  for (const member of members) {
    const read = numberIn(entry, member, place, isText)
    if ('reason' in read) return read
    if (read.value !== undefined) numbers[member] = read.value
  }
  return { value: numbers }
}

/** Rounds to the decimals people would write. */
export const tidyDollars = (dollars: number): number => Number(dollars.toPrecision(12))

/** Returns the members that have a value. */
export const present = <Members extends object>(members: Members): Partial<Members> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Members>
