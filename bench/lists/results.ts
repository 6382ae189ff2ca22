import type { ListName } from '../../packages/contract/src/index.ts'
import type { DatabaseKind } from '../lib/database.ts'
import { median } from '../lib/figures.ts'
import type { Finding, Results } from '../lib/scenario.ts'
import { rounded } from '../lib/table.ts'
import type { Answered, KindOfAnswers } from '../rows/ask.ts'
import type { Looked, PageMeasured } from './pages.ts'

export interface ListsMeasured {
  kind: DatabaseKind
  totals: Record<ListName, number>
  at: string
  commit: string
  machine: Results['machine']
  kinds: KindOfAnswers[]
  pages: PageMeasured[]
  answered: Answered[]
}

const MOST_MS = 100
const MOST_SHIFT = 0.01
const ACTS = ['open', 'sort', 'filter', 'scroll'] as const

export const answersTable = ({ kinds }: Pick<ListsMeasured, 'kinds'>): string[][] => [
  ['the API’s answers, ms', 'asked for', 'p50', 'p95', 'most', 'slowest'],
  ...kinds.map(({ kind, questions, p50, p95, most, slowest }) => [
    kind,
    String(questions),
    ...[p50, p95, most].map(rounded),
    slowest || 'all',
  ]),
]

export const pagesTable = ({ pages }: ListsMeasured): string[][] => [
  ['the pages, median of three', 'rows', 'opened, ms', 'sorted, ms', 'filtered, ms', 'longest tasks, ms', 'shift'],
  ...pages.map(({ list, rows, looked }) => [
    list,
    rows === 'most' ? '100' : 'a window',
    ...(['openMs', 'sortMs', 'filterMs'] as const).map(of => rounded(median(looked.map(one => one[of])))),
    ACTS.map(act => `${act} ${rounded(longest(looked, act))}`).join(', '),
    shiftOf(looked).toFixed(4),
  ]),
]

export function findingsOf({ kinds, pages }: ListsMeasured): Finding[] {
  const most = (name: string, values: number[], atMost: number, unit = ''): Finding => ({
    name,
    value: Math.max(0, ...values),
    unit,
    aim: { atMost },
  })
  return [
    ...kinds.map(({ kind, p95 }) => most(`${kind}: p95`, [p95], MOST_MS, 'ms')),
    most(
      'questions without an answer',
      kinds.map(({ failed }) => failed),
      0,
    ),
    most(
      'layout shift of a page',
      pages.map(({ looked }) => shiftOf(looked)),
      MOST_SHIFT,
    ),
    ...ACTS.map(act =>
      most(
        `longest task, ${act}`,
        pages.map(({ looked }) => longest(looked, act)),
        50,
        'ms',
      ),
    ),
  ]
}

/** The longest task over 50 ms in a usual look: the median of them; 0: none. */
const longest = (looked: Looked[], act: (typeof ACTS)[number]): number =>
  median(looked.map(({ longTasks }) => Math.max(0, ...longTasks[act])))

const shiftOf = (looked: Looked[]): number => Math.max(...looked.map(({ shift }) => shift))
