import { z } from 'zod'
import { announcement, apiAddress, maintenance, question } from '../options/overview.ts'

/** How many days of a model or group the status panel shows. */
export const STATUS_DAYS = 7

/** Per mille of the calls of a time; null: too few. */
const answered = z.number().int().nullable()

const overviewStatus = z.object({
  /** What `rows` are of. */
  shows: z.enum(['models', 'groups', 'maintenance']),
  /** Null: not known now. */
  rows: z
    .array(
      z.object({
        name: z.string(),
        answered,
        /** By days of UTC, oldest first; the last one is still running. `start` is in Unix seconds. */
        days: z.array(z.object({ start: z.number().int(), answered })),
      }),
    )
    .nullable(),
  /** What is planned and not over, in order. */
  maintenance: z.array(maintenance),
})
export type OverviewStatus = z.output<typeof overviewStatus>

/** What the operator shows on the overview page. A panel that is off is absent. */
export const overview = z.object({
  announcements: z.array(announcement).optional(),
  api_info: z.array(apiAddress).optional(),
  faq: z.array(question).optional(),
  status: overviewStatus.optional(),
})
export type Overview = z.output<typeof overview>
