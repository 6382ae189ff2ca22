import { z } from 'zod'
import { ANNOUNCEMENT_TYPES, MENU_VIEWERS, MONITOR_STATES } from '../overview.ts'

const announcement = z.object({
  /** Markdown. */
  content: z.string(),
  /** As ISO 8601 writes times. */
  publishDate: z.string(),
  type: z.enum(ANNOUNCEMENT_TYPES),
  extra: z.string(),
})
export type Announcement = z.output<typeof announcement>

const apiAddress = z.object({
  url: z.string(),
  /** Its name. */
  route: z.string(),
  description: z.string(),
  color: z.string(),
})
export type ApiAddress = z.output<typeof apiAddress>

const question = z.object({
  question: z.string(),
  /** Markdown. */
  answer: z.string(),
})
export type Question = z.output<typeof question>

const maintenance = z.object({
  title: z.string(),
  /** As ISO 8601 writes times. */
  from: z.string(),
  until: z.string(),
  note: z.string(),
})
export type Maintenance = z.output<typeof maintenance>

/** An entry of the operator's in the menu. */
export const menuItem = z.object({
  label: z.string(),
  /** An http(s) address, or the path of a page of this console. */
  address: z.string(),
  icon: z.string(),
  new_tab: z.boolean(),
  seen_by: z.enum(MENU_VIEWERS),
})
export type MenuItem = z.output<typeof menuItem>

/** How many days of a model or group the status panel shows. */
export const STATUS_DAYS = 7

/** Per mille of the calls of a time; null: too few. */
const answered = z.number().int().nullable()

/** What a status page of an Uptime Kuma server says. */
const monitored = z.object({
  /** Its name here. */
  name: z.string(),
  description: z.string(),
  /** Null: not known now. */
  groups: z
    .array(
      z.object({
        name: z.string(),
        monitors: z.array(
          z.object({
            name: z.string(),
            /** Null: not measured yet. */
            state: z.enum(MONITOR_STATES).nullable(),
            /** Of 24 hours, from 0 to 1; null: not known. */
            uptime: z.number().nullable(),
          }),
        ),
      }),
    )
    .nullable(),
})
export type Monitored = z.output<typeof monitored>

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
  monitored: z.array(monitored),
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
