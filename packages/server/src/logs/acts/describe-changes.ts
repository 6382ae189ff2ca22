/** Longer values are cut where they begin to differ: a price list or a notice is no line of a log. */
const LONGEST_VALUE = 120
/** What is shown of the equal text before a difference. */
const LEAD = 20

type Shown = string | number | boolean | null | undefined

/** How a field is told: its values as they are, an address without what may be secret in it, or only that it changed. */
type Telling = 'value' | 'address' | 'name'

/** Returns `field: old → new; …` for the fields of `tellings` that differ; empty when none does. */
export function describeChanges<Row extends object>(
  before: Row,
  after: Row,
  tellings: Partial<Record<keyof Row & string, Telling>>,
): string {
  const told: string[] = []
  for (const field of Object.keys(tellings) as (keyof Row & string)[]) {
    const [old, now] = [before[field] as Shown, after[field] as Shown]
    if (old === now) continue
    const telling = tellings[field]
    if (telling === 'name') told.push(field)
    else {
      const tell = telling === 'address' ? withoutSecrets : String
      const change = cutToDifference(tell(old ?? ''), tell(now ?? ''))
      told.push(`${field}: ${change.before} → ${change.after}`)
    }
  }
  return told.join('; ')
}

/** Cuts two long texts to where they begin to differ. An empty text is shown as `""`. */
export function cutToDifference(before: string, after: string): { before: string; after: string } {
  let from = 0
  if (Math.max(before.length, after.length) > LONGEST_VALUE) {
    while (from < before.length && before[from] === after[from]) from++
    from = Math.max(0, from - LEAD)
  }
  return { before: cut(before, from), after: cut(after, from) }
}

function cut(text: string, from: number): string {
  if (text === '') return '""'
  const end = from + LONGEST_VALUE
  const shown = text.slice(from, end).replace(/\s+/g, ' ').toWellFormed()
  return `${from > 0 ? '…' : ''}${shown}${text.length > end ? '…' : ''}`
}

/** An address may carry a password before its host, and keys in its query. */
function withoutSecrets(address: Shown): string {
  if (!URL.canParse(String(address))) return String(address)
  const { protocol, host, pathname } = new URL(String(address))
  return `${protocol}//${host}${pathname}`
}
