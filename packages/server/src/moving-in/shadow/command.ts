import { parseArgs } from 'node:util'
import type { ShadowResult } from '@tollgate/contract'
import pino from 'pino'
import { draftPrices } from '../../money/pricing/draft-prices.ts'
import { makeChangeEvents } from '../../platform/cluster/change-events.ts'
import { loadOptions } from '../../platform/options/index.ts'
import { optionStore } from '../../platform/options/store.ts'
import { StartError } from '../../platform/process/environment.ts'
import { spokenCommand } from '../../platform/process/own-program.ts'
import { secondsOf } from '../../records/archive/logs-command.ts'
import type { OpenTarget } from '../command.ts'
import { openSource } from '../sources/open-source.ts'
import { generationOf } from '../tables/generation.ts'
import { shadowAsText } from './print-shadow.ts'
import { shadow } from './shadow.ts'

interface Means {
  /** Opens the site whose prices are used. */
  open(access: 'read'): Promise<OpenTarget>
  say(line: string): void
}

/**
 * `tollgate shadow SOURCE`: charges the calls of a running gateway by the prices of this site. Returns the exit code: 0 if
 * every call costs the same.
 */
export async function shadowOf(given: readonly string[], { open, say }: Means): Promise<number> {
  const { named, logSource, isJson, followMs, since, after } = readWords(given)
  let from = after
  for (;;) {
    const shadowed = await oneRound({ named, logSource }, { since, after: from }, open)
    const { last_id, total, not_replayed } = shadowed.result
    if (followMs === 0 || total.calls + not_replayed.length > 0)
      say(isJson ? JSON.stringify(shadowed.result, null, followMs > 0 ? 0 : 2) : shadowAsText(shadowed).join('\n'))
    if (followMs === 0) return shadowed.result.differing + not_replayed.length === 0 ? 0 : 1
    from = last_id
    await Bun.sleep(followMs)
  }
}

async function oneRound(
  { named, logSource }: { named: string; logSource: string | undefined },
  span: { since: number; after: number },
  open: Means['open'],
): Promise<{ result: ShadowResult; quotaPerUnit: number; name: string }> {
  const source = await openSource(named, { withLogs: true, logSource, ofRunning: { logsAfter: span.after } })
  try {
    const target = await open('read')
    try {
      const log = pino({ level: 'silent' })
      const options = await loadOptions(optionStore(target.storage.slow, target.secrets), makeChangeEvents(log), log)
      const quotaPerUnit = options.get('QuotaPerUnit')
      const prices = draftPrices(options, {})
      return {
        result: await shadow(source, generationOf(source), { prices, quotaPerUnit }, span),
        quotaPerUnit,
        name: source.name,
      }
    } finally {
      await target.close()
    }
  } finally {
    source.close()
  }
}

function readWords(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        'log-source': { type: 'string' },
        since: { type: 'string' },
        after: { type: 'string' },
        json: { type: 'boolean' },
        follow: { type: 'string' },
      },
    })
    const [named, ...more] = positionals
    if (!named || more.length > 0) throw new Error('One source is needed')
    const whole = (name: 'after' | 'follow', most: number) => {
      const text = values[name] ?? '0'
      if (!/^\d{1,15}$/.test(text) || Number(text) > most) throw new Error(`--${name} is a whole number up to ${most}`)
      return Number(text)
    }
    return {
      named,
      logSource: values['log-source'],
      isJson: values.json === true,
      since: values.since ? secondsOf(values.since) : 0,
      after: whole('after', Number.MAX_SAFE_INTEGER),
      followMs: whole('follow', 86_400) * 1_000,
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `${(error as Error).message}. ${spokenCommand('shadow')} takes SOURCE (a file, or a postgres:// or mysql:// address), --log-source (where its log is, if that is apart), --since (2026-01-31 or unix seconds), --after (an id of its log), --follow SECONDS and --json.`,
    )
  }
}
