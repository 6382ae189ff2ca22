import type { DatabaseKind } from '../lib/database.ts'
import type { Finding, Results } from '../lib/scenario.ts'
import { rounded } from '../lib/table.ts'
import type { Answered, KindOfAnswers } from './ask.ts'
import type { WhatIfMeasured } from './what-if.ts'
import type { Felt } from './while-called.ts'

/** The result of checking a long log. */
export interface RowsMeasured {
  kind: DatabaseKind
  rows: number
  /** 0: the rows already existed. */
  fillSeconds: number
  sumSeconds: number
  at: string
  commit: string
  machine: Results['machine']
  kinds: KindOfAnswers[]
  /** What calls and a stream experienced during the questions. */
  felt: Felt
  whatIf: WhatIfMeasured & { felt: Felt }
  cleanUp: { startedMs: number; rows: number; total: number; rowsPerSecond: number; felt: Felt }
  calls: { full: number; empty: number; ratio: number }
  answered: Answered[]
}

const MOST_MS = 100
const LARGEST_GAP_MS = 50
const LEAST_RATIO = 0.9
const WHAT_IF_SECONDS = 60

export function tableOf({ kinds, cleanUp }: RowsMeasured): string[][] {
  return [
    ['milliseconds', 'asked for', 'p50', 'p95', 'most', 'slowest'],
    ...kinds.map(({ kind, questions, p50, p95, most, slowest }) => [
      kind,
      String(questions),
      ...[p50, p95, most].map(rounded),
      slowest,
    ]),
    ['clean-up, first rows gone', '1', ...Array.from({ length: 3 }, () => rounded(cleanUp.startedMs)), ''],
  ]
}

export function findingsOf({ kinds, felt, whatIf, cleanUp, calls }: RowsMeasured): Finding[] {
  const ms = (name: string, value: number, atMost = MOST_MS): Finding => ({ name, value, unit: 'ms', aim: { atMost } })
  return [
    ...kinds.map(({ kind, p95 }) => ms(`${kind}: p95`, p95)),
    ms('clean-up: first rows gone', cleanUp.startedMs),
    ms('largest gap of a stream meanwhile', felt.largestGapMs, LARGEST_GAP_MS),
    ms('largest gap of a stream during the clean-up', cleanUp.felt.largestGapMs, LARGEST_GAP_MS),
    { name: 'what-if over every call', value: whatIf.seconds, unit: 's', aim: { atMost: WHAT_IF_SECONDS } },
    { name: 'rows that a what-if at their own prices changes', value: whatIf.differing, unit: '', aim: { atMost: 0 } },
    ms('largest gap of a stream during the what-if', whatIf.felt.largestGapMs, LARGEST_GAP_MS),
    {
      name: 'questions without an answer',
      value: kinds.reduce((sum, { failed }) => sum + failed, 0),
      unit: '',
      aim: { atMost: 0 },
    },
    {
      name: 'calls that failed',
      value: felt.failed + whatIf.felt.failed + cleanUp.felt.failed,
      unit: '',
      aim: { atMost: 0 },
    },
    { name: 'calls a second ÷ those on an empty log', value: calls.ratio, unit: '×', aim: { atLeast: LEAST_RATIO } },
  ]
}
