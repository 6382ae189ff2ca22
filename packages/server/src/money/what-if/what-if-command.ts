import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type PriceDraft, priceDraft, type WhatIfResult, type WhatIfSum } from '@tollgate/contract'
import pino from 'pino'
import { makeChangeEvents } from '../../platform/cluster/change-events.ts'
import { loadOptions } from '../../platform/options/index.ts'
import { optionStore } from '../../platform/options/store.ts'
import { type Environment, StartError } from '../../platform/process/environment.ts'
import { spokenCommand } from '../../platform/process/own-program.ts'
import { makeSecrets } from '../../platform/secrets/secrets.ts'
import { openExisting } from '../../platform/storage/open-existing.ts'
import { runCommand } from '../../platform/storage/run-command.ts'
import { secondsOf } from '../../records/archive/logs-command.ts'
import { storedSettings } from '../../records/archive/stored-places.ts'
import { whatIfCsv } from './csv.ts'
import { replay } from './replay.ts'
import { tablesOf } from './replay-part.ts'

/** `tollgate what-if FILE`: prints what the calls of a span would have cost under a draft of prices. */
export const whatIfCommand = (given: string[]): Promise<number> =>
  runCommand(async environment => {
    const { draft, since, until, csv } = readWords(given)
    const result = await replayStored(environment, draft, { since, until })
    process.stdout.write(csv ? whatIfCsv(result.result) : summary(result))
    return 0
  })

async function replayStored(environment: Environment, draft: PriceDraft, span: { since: number; until: number }) {
  const storage = await openExisting(environment)
  try {
    const log = pino({ level: 'silent' })
    // Prices are not secret, so no key is needed.
    const options = await loadOptions(optionStore(storage.slow, makeSecrets('')), makeChangeEvents(log), log)
    const archives = await storedSettings(storage.slow, environment)
    const { folder, url } = storage
    const result = await replay(
      { database: { folder, url }, dataFolder: folder, tables: tablesOf(options), draft, archives, span },
      { db: storage.slow },
    )
    return { result, quotaPerUnit: options.get('QuotaPerUnit') }
  } finally {
    await storage.close()
  }
}

function readWords(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { since: { type: 'string' }, until: { type: 'string' }, csv: { type: 'boolean' } },
    })
    const [file, ...more] = positionals
    if (!file || !values.since || more.length > 0) throw new Error('A file and --since are needed')
    const until = values.until ? secondsOf(values.until) : Math.floor(Date.now() / 1000)
    return { draft: readDraft(file), since: secondsOf(values.since), until, csv: values.csv === true }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `${(error as Error).message}. ${spokenCommand('what-if')} takes FILE, --since and --until (2026-01-31, 2026-01-31T12:00:00Z or unix seconds) and --csv.`,
    )
  }
}

function readDraft(file: string): PriceDraft {
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(`${file} cannot be read as JSON: ${(error as Error).message}.`)
  }
  const draft = priceDraft.safeParse(parsed)
  if (draft.success) return draft.data
  const [issue] = draft.error.issues
  throw new StartError(`${file} is no draft of prices: ${issue?.path.join('.')}: ${issue?.message}.`)
}

const MOST_HIT = 10

function summary({ result, quotaPerUnit }: { result: WhatIfResult; quotaPerUnit: number }): string {
  const dollars = (quota: number) => `$${(quota / quotaPerUnit).toFixed(4)}`
  const told = (sum: Omit<WhatIfSum, 'key' | 'name'>) =>
    `${dollars(sum.booked)} → ${dollars(sum.quota)} (${sum.quota < sum.booked ? '' : '+'}${dollars(sum.quota - sum.booked)}), ${sum.calls} calls`
  const section = (title: string, lines: string[]) => (lines.length > 0 ? [`\n${title}`, ...lines] : [])
  const listed = (sums: WhatIfSum[]) =>
    sums
      .filter(({ booked, quota }) => booked !== quota)
      .slice(0, MOST_HIT)
      .map(sum => `  ${sum.name || sum.key || 'others'}: ${told(sum)}`)
  const hit = result.users
    .filter(({ booked, quota }) => quota > booked)
    .sort((one, other) => other.quota - other.booked - (one.quota - one.booked))
  const below = result.models.filter(({ cost, quota_with_cost }) => quota_with_cost < cost)
  return `${[
    `Revenue: ${told(result.total)}; ${result.differing} rows differ`,
    ...section('By model', listed(result.models)),
    ...section('By group', listed(result.groups)),
    ...section('By channel', listed(result.channels)),
    ...section('Hit hardest', listed(hit)),
    ...section(
      'Below cost',
      below.map(({ key, cost, quota_with_cost }) => `  ${key}: ${dollars(quota_with_cost)}, cost ${dollars(cost)}`),
    ),
    ...section(
      'Not replayed',
      result.not_replayed.map(({ reason, rows, booked }) => `  ${reason}: ${rows} rows, ${dollars(booked)}`),
    ),
    ...section(
      'Assumed',
      result.assumed.map(({ what, rows }) => `  ${what}: ${rows} rows`),
    ),
  ].join('\n')}\n`
}
