import { calls, isOptionKey, type OptionKey, optionLines, reasonMessage } from '@tollgate/contract'
import type { Change, Difference } from './change.ts'
import { Problem } from './problem.ts'
import type { AskedServer } from './server.ts'
import type { SiteFile } from './site-file.ts'
import type { Standing } from './standing.ts'

/** Options that the sections `groups` and `prices` write. */
const OF_SECTIONS: Partial<Record<OptionKey, keyof SiteFile>> = {
  GroupRatio: 'groups',
  UserUsableGroups: 'groups',
  ModelPrice: 'prices',
  ModelRatio: 'prices',
  CompletionRatio: 'prices',
  CacheRatio: 'prices',
}

type LineOf = (section: keyof SiteFile, name: string) => number

/**
 * What the file's options, groups and prices change.
 *
 * @throws Problem for an option that is unknown, or a value that it refuses
 */
export async function optionChanges(
  file: SiteFile,
  { options }: Standing,
  server: AskedServer,
  lineOf: LineOf,
): Promise<Change[]> {
  const changes: Change[] = []
  for (const [key, value] of wantedOptions(file, lineOf)) {
    const line = optionLines[key]
    if (line.secret) {
      if (!(await server.ask(calls.options.isSame, { body: { key, secret: value } })))
        changes.push(secretChange(key, value))
      continue
    }
    const before = options.get(key) ?? line.write(line.default)
    if (before !== value) changes.push(optionChange(key, before, value))
  }
  return inOrder(changes)
}

function wantedOptions(file: SiteFile, lineOf: LineOf): Map<OptionKey, string> {
  const wanted = new Map<OptionKey, string>()
  const put = (section: keyof SiteFile, key: string, value: unknown) => {
    if (!isOptionKey(key)) throw new Problem(`Line ${lineOf(section, key)}: there is no option “${key}”.`)
    const reading = optionLines[key].read(textOf(key, value))
    if ('reason' in reading)
      throw new Problem(`Line ${lineOf(section, key)}: “${key}”: ${reasonMessage(reading.reason, 'en')}.`)
    wanted.set(key, optionLines[key].write(reading.value))
  }
  for (const [key, value] of Object.entries(file.options ?? {})) {
    const section = isOptionKey(key) ? OF_SECTIONS[key] : undefined
    if (section && file[section])
      throw new Problem(
        `Line ${lineOf('options', key)}: “${key}” is what the section “${section}” says; leave one out.`,
      )
    put('options', key, value)
  }
  const { groups, prices } = file
  if (groups) {
    put('groups', 'GroupRatio', membersOf(groups, 'ratio'))
    put('groups', 'UserUsableGroups', membersOf(groups, 'usable'))
  }
  if (prices)
    for (const [key, member] of [
      ['ModelPrice', 'price'],
      ['ModelRatio', 'ratio'],
      ['CompletionRatio', 'completion'],
      ['CacheRatio', 'cache'],
    ] as const)
      put('prices', key, membersOf(prices, member))
  return wanted
}

/** One member of every entry that has it, by the entry's name. */
const membersOf = (entries: Record<string, object>, member: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entries)
      .map(([name, entry]) => [name, (entry as Record<string, unknown>)[member]] as const)
      .filter(([, value]) => value !== undefined),
  )

/** The text that the settings page would send. */
function textOf(key: OptionKey, value: unknown): string {
  const { control } = optionLines[key]
  if (typeof value !== 'object') return String(value)
  if (control === 'json') return JSON.stringify(value)
  if (Array.isArray(value)) return value.join(control === 'list' ? ',' : '\n')
  return JSON.stringify(value)
}

const optionChange = (key: OptionKey, before: string, after: string): Change => ({
  kind: 'change',
  what: `option ${key}`,
  lines: optionLines[key].control === 'json' ? jsonDifferences(before, after) : [{ name: '', before, after }],
  apply: server => server.ask(calls.options.update, { body: { key, value: after, expected: before } }),
})

const secretChange = (key: OptionKey, value: string): Change => ({
  kind: 'change',
  what: `option ${key}`,
  lines: [{ name: '', before: '(secret)', after: value === '' ? '(none)' : '(another secret)' }],
  apply: server => server.ask(calls.options.update, { body: { key, value } }),
})

/** What differs in a map, by name; other values differ as a whole. */
export function jsonDifferences(before: string, after: string): Difference[] {
  const [one, other] = [mapOf(before), mapOf(after)]
  if (!one || !other) return [{ name: '', before, after }]
  const text = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .map(name => ({ name, before: text(one[name]), after: text(other[name]) }))
    .filter(difference => difference.before !== difference.after)
}

function mapOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** A switch that needs others goes off before them, and on after them. */
function inOrder(changes: Change[]): Change[] {
  const rank = ({ what, lines: [first] }: Change) => {
    const key = what.slice('option '.length) as OptionKey
    if (!optionLines[key].needs) return 1
    return first?.after === 'true' ? 2 : 0
  }
  return changes.sort((one, other) => rank(one) - rank(other))
}
