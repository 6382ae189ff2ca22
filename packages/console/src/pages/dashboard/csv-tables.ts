import type {
  Flow,
  Latency,
  Percentiles,
  UnusualHours,
  Usage,
  UsageDays,
  UsageShares,
  UsageWallet,
} from '@tollgate/contract'
import { csvTime } from '../../lib/save-csv.ts'
import { modelSums } from './series.ts'

/** A table in whole numbers; the first line has the column names. */
type CsvTable = (string | number)[][]

/** A line for each time and model with calls. */
export const seriesAsCsv = ({ times, models, series }: Usage): CsvTable => [
  ['time', 'model', 'requests', 'quota', 'tokens'],
  ...series.map(([time, model, ...sums]) => [csvTime(times[time] ?? 0), models[model] ?? '', ...sums]),
]

const MODEL_COLUMNS = ['model', 'requests', 'tokens', 'quota'] as const

export const modelsAsCsv = (usage: Usage): CsvTable => [
  [...MODEL_COLUMNS],
  ...modelSums(usage).map(sum => MODEL_COLUMNS.map(column => sum[column])),
]

export const causesAsCsv = ({ causes }: Usage): CsvTable => [
  ['cause', 'count'],
  ...causes.map(({ cause, count }) => [cause, count]),
]

const SUMS = ['requests', 'failed', 'tokens', 'prompt_tokens', 'cache_tokens', 'cache_saved', 'quota'] as const
const REST = 'rest'

export const sharesAsCsv = ({ items, rest }: UsageShares): CsvTable => [
  ['id', 'name', ...SUMS],
  ...[...items, ...(rest ? [{ ...rest, id: '', name: REST }] : [])].map(item => [
    item.id,
    item.name,
    ...SUMS.map(name => item[name]),
  ]),
]

/** A line for each ribbon. */
export const flowAsCsv = ({ columns, links }: Flow): CsvTable => [
  ['from', 'from_id', 'from_name', 'to', 'to_id', 'to_name', 'requests', 'quota'],
  ...links.flatMap((pairs, place) =>
    pairs.map(([start, end, ...sums]) => [
      ...nodeOf(columns[place], start),
      ...nodeOf(columns[place + 1], end),
      ...sums,
    ]),
  ),
]

function nodeOf(column: Flow['columns'][number] | undefined, place: number): (string | number)[] {
  const node = column?.nodes[place]
  if (!column || !node) return ['', '', '']
  return [column.by, node.id || '', node.others > 0 ? REST : node.name]
}

export const daysAsCsv = ({ today, yesterday }: UsageDays): CsvTable => [
  ['from', 'to', ...SUMS],
  ...[today, yesterday].map(({ from, to, sums }) => [csvTime(from), csvTime(to), ...SUMS.map(name => sums[name])]),
]

/** A line for the balance, and one for each channel with a balance at its provider, in dollars there. */
export const walletAsCsv = (wallet: UsageWallet, whose: string): CsvTable => [
  ['channel_id', 'name', 'balance', 'balance_dollars', 'asked_at', 'spent', 'from', 'to', 'lasts_seconds'],
  ['', whose, wallet.balance, '', '', ...spentOf(wallet, wallet)],
  ...wallet.upstreams.map(channel => [
    channel.id,
    channel.name,
    '',
    channel.dollars,
    csvTime(channel.asked_at),
    ...spentOf(channel, wallet),
  ]),
]

const spentOf = (
  { spent, lasts_seconds }: Pick<UsageWallet, 'spent' | 'lasts_seconds'>,
  { from, to }: UsageWallet,
): (string | number)[] => [spent, csvTime(from), csvTime(to), lasts_seconds ?? '']

const PERCENTILES = ['p50', 'p90', 'p95', 'p99'] as const satisfies (keyof Percentiles)[]
const TIMED = ['first_token', 'duration'] as const
/** Milliseconds. */
const TIMING_COLUMNS = TIMED.flatMap(timed => PERCENTILES.map(name => `${timed}_ms_${name}`))

const timingOf = (timing: Latency['all']): (string | number)[] => [
  timing.calls,
  ...TIMED.flatMap(timed => PERCENTILES.map(name => timing[timed]?.[name] ?? '')),
]

/** The first line is of all models. */
export const latencyAsCsv = ({ all, models }: Latency): CsvTable => [
  ['model', 'calls', ...TIMING_COLUMNS],
  ...[{ ...all, model: '' }, ...models].map(timing => [timing.model, ...timingOf(timing)]),
]

export const slowChannelsAsCsv = ({ channels }: Latency): CsvTable => [
  ['id', 'name', 'calls', ...TIMING_COLUMNS],
  ...channels.map(channel => [channel.id, channel.name, ...timingOf(channel)]),
]

export const unusualAsCsv = ({ hours }: UnusualHours): CsvTable => [
  ['from', 'to', 'measure', 'value', 'usual', 'low', 'high'],
  ...hours.map(({ from, to, measure, value, ...usual }) => [
    csvTime(from),
    csvTime(to),
    measure,
    value,
    ...[usual.usual, usual.low, usual.high].map(Math.round),
  ]),
]
