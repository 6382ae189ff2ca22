import { expect, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { figureRows } from './usage-figures.ts'

const call: NewLogRow = {
  ...{
    type: LOG_TYPE.consume,
    user_id: 1,
    username: 'u',
    token_id: 4,
    channel_id: 7,
    model_name: 'm',
    created_at: 900,
  },
  quota: 10,
  prompt_tokens: 2,
  completion_tokens: 3,
  cache_tokens: 1,
  cache_saved: 6,
}

test('calls add up by quarter of an hour, model, channel, cause, user, token and group', () => {
  const rows = figureRows([
    call,
    { ...call, created_at: 1799, quota: 5, username: 'renamed' },
    { ...call, created_at: 1800 },
    { ...call, model_name: 'n' },
    { ...call, channel_id: 8 },
    { ...call, error_code: 'upstream_closed' },
    { ...call, user_id: 2 },
    { ...call, token_id: 5 },
    { ...call, group: 'vip' },
    { ...call, type: LOG_TYPE.error, error_code: 'overloaded', quota: 9 },
    { ...call, type: LOG_TYPE.error, error_code: 'model_unknown', channel_id: 0 },
    { ...call, type: LOG_TYPE.error },
    { ...call, type: LOG_TYPE.topUp, quota: 1000 },
  ])
  expect(rows.toSorted()).toEqual(
    [
      [900, 'm', 7, '', 1, 4, '', 'renamed', 2, 0, 15, 10, 4, 2, 12],
      [1800, 'm', 7, '', 1, 4, '', 'u', 1, 0, 10, 5, 2, 1, 6],
      [900, 'n', 7, '', 1, 4, '', 'u', 1, 0, 10, 5, 2, 1, 6],
      [900, 'm', 8, '', 1, 4, '', 'u', 1, 0, 10, 5, 2, 1, 6],
      [900, 'm', 7, 'upstream_closed', 1, 4, '', 'u', 1, 1, 10, 5, 2, 1, 6],
      [900, 'm', 7, '', 2, 4, '', 'u', 1, 0, 10, 5, 2, 1, 6],
      [900, 'm', 7, '', 1, 5, '', 'u', 1, 0, 10, 5, 2, 1, 6],
      [900, 'm', 7, '', 1, 4, 'vip', 'u', 1, 0, 10, 5, 2, 1, 6],
      [900, 'm', 7, 'overloaded', 1, 4, '', 'u', 0, 1, 0, 0, 0, 0, 0],
      [900, '', 0, 'model_unknown', 1, 4, '', 'u', 0, 1, 0, 0, 0, 0, 0],
      [900, 'm', 7, 'unknown', 1, 4, '', 'u', 0, 1, 0, 0, 0, 0, 0],
    ].toSorted(),
  )
})

test('rows have the same order, whatever order calls end in', () => {
  const calls = [call, { ...call, user_id: 2 }, { ...call, model_name: 'a' }]
  expect(figureRows(calls.toReversed())).toEqual(figureRows(calls))
})
