import { accessToChange, calls, isOptionKey, type OptionKey, optionLines, reasonMessage } from '@tollgate/contract'
import type { Change, Difference } from './change.ts'
import { Problem } from './problem.ts'
import { type AskedServer, Refused } from './server.ts'
import type { SiteFile } from './site-file.ts'
import type { Standing } from './standing.ts'
import { isPlainOption, objectIn } from './without-secrets.ts'

const FOR_ROOT = 'Left as it is: the super admin changes it in the console, where a person confirms it.'

/** Options written by the sections `groups` and `prices`. */
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
 * The changes to the file's options, groups and prices.
 * @throws Problem for an unknown option, or a value that it refuses
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
      if (!(await isSame(server, key, value))) changes.push(secretChange(key, value))
      continue
    }
    const before = options.get(key) ?? line.write(line.default)
    if (before !== value) changes.push(optionChange(key, before, value))
  }
  return inOrder(changes)
}

/** A secret that the caller may not set counts as different. */
async function isSame(server: AskedServer, key: OptionKey, secret: string): Promise<boolean> {
  try {
    return await server.ask(calls.options.isSame, { body: { key, secret } })
  } catch (error) {
    if (error instanceof Refused && error.code === 'option_needs_root') return false
    throw error
  }
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
        `Line ${lineOf('options', key)}: the section “${section}” already sets “${key}”; leave one out.`,
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
  lines: linesOf(key, before, after),
  apply: server => server.ask(calls.options.update, { body: { key, value: after, expected: before } }),
  ...leftToRoot(key, before, after),
})

function linesOf(key: OptionKey, before: string, after: string): Difference[] {
  const shown = (text: string) => (isPlainOption(key, text) ? text : '(may be a secret)')
  const isPlain = isPlainOption(key, before) && isPlainOption(key, after)
  if (optionLines[key].control === 'json' && isPlain) return jsonDifferences(before, after)
  return [{ name: '', before: shown(before), after: shown(after) }]
}

/** These changes need a confirmation, which a script cannot give. */
const leftToRoot = (key: OptionKey, before: string, after: string) =>
  accessToChange(key, before, after) === 'root' ? { left: FOR_ROOT } : {}

const secretChange = (key: OptionKey, value: string): Change => ({
  kind: 'change',
  what: `option ${key}`,
  lines: [{ name: '', before: '(secret)', after: value === '' ? '(none)' : '(another secret)' }],
  apply: server => server.ask(calls.options.update, { body: { key, value } }),
  ...leftToRoot(key, '', value),
})

/** The differences within a map, by name; other values differ as a whole. */
export function jsonDifferences(before: string, after: string): Difference[] {
  const [one, other] = [objectIn(before), objectIn(after)]
  if (!one || !other) return [{ name: '', before, after }]
  const text = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value))
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .map(name => ({ name, before: text(one[name]), after: text(other[name]) }))
    .filter(difference => difference.before !== difference.after)
}

/** A switch that needs other options is switched off before they change, and on after. */
function inOrder(changes: Change[]): Change[] {
  const rank = ({ what, lines: [first] }: Change) => {
    const key = what.slice('option '.length) as OptionKey
    if (!optionLines[key].needs) return 1
    return first?.after === 'true' ? 2 : 0
  }
  return changes.sort((one, other) => rank(one) - rank(other))
}
