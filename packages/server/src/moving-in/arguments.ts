import { StartError } from '../platform/process/environment.ts'
import type { MoveInOptions } from './move-in.ts'

const IMPORT_USAGE = `Usage:
  tollgate import SOURCE [options]          prints what would come from another gateway
  tollgate import SOURCE --yes [options]    imports it into the configured database
  tollgate import SOURCE --sync [--yes]     brings what has changed in it since it was imported
  tollgate import --verify SOURCE           proves again that everything came

SOURCE is a SQLite file, a dump of PostgreSQL, MySQL or MariaDB, packed with zstd or gzip or not, or the address of a
server: postgres://…, mysql://… or user:password@tcp(host:port)/database.

  --dry-run               writes nothing; so without --yes
  --logs all|none|SINCE   which part of its log comes: since a date (2026-01-31) or unix seconds (all)
  --log-source FILE|ADDRESS  where its log is, if that is apart (LOG_SQL_DSN): a database, a dump, or the table logs as CSV
                          with a header or as JSON lines
  --prices source|ours    whether its prices hold from then on, or those of this site (source)
  --subscriptions list|credit  whether what is left of running subscriptions is credited as quota (list)
  --debts keep|forgive    whether balances below zero become debts, or 0 (keep)
  --into empty|merge      merge: also into a site that has users; nobody's account is joined with another (empty)
  --json                  prints one JSON object

Exits with 0 only when the proof holds.`

export interface ImportArguments extends Omit<MoveInOptions, 'now' | 'signal'> {
  source: string
  isVerify: boolean
  isJson: boolean
  logSource: string | undefined
}

const CHOICES = {
  '--prices': ['source', 'ours'],
  '--into': ['empty', 'merge'],
  '--subscriptions': ['list', 'credit'],
  '--debts': ['keep', 'forgive'],
} as const
const WITH_VALUE: ReadonlySet<string> = new Set(['--logs', '--log-source', ...Object.keys(CHOICES)])

/** @throws StartError with the usage */
export function readArguments(given: readonly string[]): ImportArguments {
  const flags = new Set<string>()
  const values = new Map<string, string>()
  const sources: string[] = []
  for (let at = 0; at < given.length; at++) {
    const word = given[at] as string
    if (['--dry-run', '--yes', '--json', '--verify', '--sync'].includes(word)) flags.add(word)
    else if (WITH_VALUE.has(word)) values.set(word, given[++at] ?? '')
    else if (word.startsWith('--')) throw new StartError(`There is no option ${word}.\n\n${IMPORT_USAGE}`)
    else sources.push(word)
  }
  const [source, ...more] = sources
  if (!source || more.length > 0) throw new StartError(IMPORT_USAGE)
  return {
    source,
    isVerify: flags.has('--verify'),
    isJson: flags.has('--json'),
    logSource: values.get('--log-source'),
    isSync: flags.has('--sync'),
    isDryRun: flags.has('--dry-run') || !flags.has('--yes'),
    into: choice('--into', 'empty', values),
    prices: choice('--prices', 'source', values),
    subscriptions: choice('--subscriptions', 'list', values),
    debts: choice('--debts', 'keep', values),
    logs: logWindow(values.get('--logs') ?? 'all'),
  }
}

function choice<Name extends keyof typeof CHOICES>(
  name: Name,
  missing: (typeof CHOICES)[Name][number],
  values: ReadonlyMap<string, string>,
): (typeof CHOICES)[Name][number] {
  const given = values.get(name) ?? missing
  const choices: readonly string[] = CHOICES[name]
  if (!choices.includes(given)) throw new StartError(`${name} is ${choices.join(' or ')}, not “${given}”.`)
  return given as (typeof CHOICES)[Name][number]
}

function logWindow(given: string): number | null {
  if (given === 'none') return null
  if (given === 'all') return 0
  if (/^\d{1,11}$/.test(given)) return Number(given)
  const ms = /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) : Number.NaN
  if (Number.isNaN(ms))
    throw new StartError(`--logs is all, none, a date such as 2026-01-31 or unix seconds, not “${given}”.`)
  return Math.floor(ms / 1000)
}
