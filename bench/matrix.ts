import type { Case, GatewayKind, Load } from './lib/case.ts'

const sqlite: GatewayKind = { database: 'sqlite', workers: 1 }
const sqliteTwo: GatewayKind = { database: 'sqlite', workers: 2 }
const postgres: GatewayKind = { database: 'postgres', workers: 1 }
const postgresTwo: GatewayKind = { database: 'postgres', workers: 2 }
const uncharged: GatewayKind = { ...sqlite, isUncharged: true }

const load = (callers: number, more: Partial<Load> = {}): Load => ({
  size: '1.5 KB',
  answer: 'whole',
  format: 'chat',
  users: 1,
  callers,
  ...more,
})

const wholeCalls = (
  prefix: string,
  gateway: GatewayKind,
  callers: number[],
  aims: (of: number) => Case['aims'],
  beside: Case['beside'] = ['nginx'],
): Case[] =>
  callers.map(count => ({
    name: `${prefix}-${count}`,
    gateway,
    load: load(count),
    beside,
    aims: aims(count),
    isQuick: count === 1 || count === 16,
  }))

const aimsOfWhole: Record<number, Case['aims']> = {
  1: { cpu: { atMost: 350 } },
  16: { ratio: { atMost: 10 }, memory: { atMost: 180 } },
  64: { ratio: { atMost: 7 }, memory: { atMost: 180 } },
}

/** A group of cases that answer one question. */
export interface Group {
  name: string
  title: string
  cases: Case[]
}

const paced = { answer: '20x50' } as const
const fast = { answer: '0x100' } as const
/** The first chunk comes at once and ends the answer. */
const firstChunk = { answer: '1x1', requestsPerSecond: 200 } as const

/** Everything measured in rounds; each line is a row of the table. */
export const matrix: Group[] = [
  {
    name: 'whole-requests',
    title: 'Whole calls, 1.5 KB asked and 1 KB answered, by callers at once, SQLite',
    cases: wholeCalls('small', sqlite, [1, 4, 16, 64], callers => aimsOfWhole[callers], ['nginx', 'bare']),
  },
  {
    name: 'sizes',
    title: 'Larger requests',
    cases: [
      { name: 'medium-16', gateway: sqlite, load: load(16, { size: '30 KB' }), beside: ['nginx'], isQuick: true },
      { name: 'large-4', gateway: sqlite, load: load(4, { size: '1 MB' }), beside: ['nginx'], isQuick: true },
    ],
  },
  {
    name: 'conversions',
    title: 'Calls in the Messages format to a provider of Chat Completions',
    cases: [
      {
        name: 'converted-16',
        gateway: sqlite,
        load: load(16, { format: 'messages' }),
        beside: ['nginx'],
        isQuick: true,
      },
      {
        name: 'converted-medium-16',
        gateway: sqlite,
        load: load(16, { format: 'messages', size: '30 KB' }),
        beside: ['nginx'],
      },
      {
        name: 'converted-fast-16',
        gateway: sqlite,
        load: load(16, { ...fast, format: 'messages' }),
        beside: ['nginx'],
      },
      {
        name: 'converted-paced-200',
        gateway: sqlite,
        load: load(200, { ...paced, format: 'messages' }),
        beside: ['nginx'],
      },
    ],
  },
  {
    name: 'fast-streams',
    title: 'Streams of 100 chunks as fast as they go',
    cases: [
      {
        name: 'fast-16',
        gateway: sqlite,
        load: load(16, fast),
        beside: ['nginx', 'bare'],
        aims: { ratio: { atMost: 5 } },
        isQuick: true,
      },
    ],
  },
  {
    name: 'paced-streams',
    title: 'Streams of 50 chunks, one every 20 ms, 200 at once; CPU by chunk',
    cases: [
      {
        name: 'paced-200',
        gateway: sqlite,
        load: load(200, paced),
        beside: ['nginx', 'bare'],
        aims: { ratio: { atMost: 2.5 } },
        isQuick: true,
      },
    ],
  },
  {
    name: 'one-user',
    title: 'A thousand users; one user’s calls are those of small-64',
    cases: [{ name: 'thousand-users-64', gateway: sqlite, load: load(64, { users: 1000 }), beside: ['nginx'] }],
  },
  {
    name: 'added-latency',
    title: 'Latency that the gateway adds to calls that come at a fixed rate',
    cases: [
      {
        name: 'latency-200',
        gateway: sqlite,
        load: load(64, { requestsPerSecond: 200 }),
        beside: ['direct', 'nginx', 'bare'],
        aims: { addedP50: { atMost: 600 }, addedP99: { atMost: 2_500 } },
      },
      {
        name: 'latency-500',
        gateway: sqlite,
        load: load(64, { requestsPerSecond: 500 }),
        beside: ['direct', 'nginx', 'bare'],
        aims: { addedP50: { atMost: 1_000 }, addedP99: { atMost: 5_000 } },
        isQuick: true,
      },
      {
        name: 'first-chunk-200',
        gateway: sqlite,
        load: load(64, firstChunk),
        beside: ['direct', 'nginx'],
        isQuick: true,
      },
      {
        name: 'postgres-latency-500',
        gateway: postgres,
        load: load(64, { requestsPerSecond: 500 }),
        beside: ['direct', 'nginx'],
      },
    ],
  },
  {
    name: 'charging-cost',
    title: 'The same server with a ledger that stores nothing: what is above it is what charging costs',
    cases: wholeCalls('uncharged', uncharged, [1, 16, 64], () => undefined).map(each => ({ ...each, isQuick: false })),
  },
  {
    name: 'workers',
    title: 'Two relay processes on SQLite',
    cases: [
      ...wholeCalls('two-workers', sqliteTwo, [1, 16, 64], () => undefined),
      { name: 'two-workers-paced-200', gateway: sqliteTwo, load: load(200, paced), beside: ['nginx'] },
    ],
  },
  {
    name: 'postgres',
    title: 'Whole calls on PostgreSQL, durable as it is without settings',
    cases: [
      ...wholeCalls('postgres', postgres, [1, 4, 16, 64], callers =>
        callers === 1 ? { cpu: { atMost: 600 } } : undefined,
      ),
      { name: 'postgres-paced-200', gateway: postgres, load: load(200, paced), beside: ['nginx'] },
    ],
  },
  {
    name: 'postgres-workers',
    title: 'Two relay processes on PostgreSQL',
    cases: wholeCalls('postgres-two-workers', postgresTwo, [16, 64], () => undefined).map(each => ({
      ...each,
      isQuick: false,
    })),
  },
]
