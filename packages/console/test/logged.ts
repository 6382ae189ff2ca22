import { expect } from '@playwright/test'
import type { Operator } from './operator.ts'

/**
 * Waits until the log has that many rows which pass a filter: `type=2`. A row is written a moment after its call is answered, and a
 * page that was opened before shows it only when asked.
 */
export const logged = ({ ask }: Operator, filter: string, rows: number): Promise<void> =>
  expect.poll(async () => (await ask<{ total: number }>('GET', `/api/log/?${filter}`)).total, filter).toBe(rows)
