import { z } from 'zod'
import {
  ANNOUNCEMENT_TYPES,
  API_COLORS,
  MENU_ICONS,
  MENU_VIEWERS,
  OVERVIEW_PANELS,
  type OverviewPanel,
} from '../overview.ts'
import { differingIn, jsonList } from './json-list.ts'
import { line, select, toggle } from './kinds.ts'
import { linkPlace } from './link-place.ts'
import { forRoot, inSection } from './option.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const note = (max: number) => z.string().trim().max(max).default('')
const time = z.iso.datetime({ offset: true, message: 'not_time' })
const webAddress = z
  .string()
  .trim()
  .max(500)
  .refine(address => /^https?:\/\/[^\s/]/i.test(address) && URL.canParse(address), { message: 'not_address' })

const announcement = z.object({
  /** Markdown. */
  content: text(500),
  publishDate: time,
  type: z.enum(ANNOUNCEMENT_TYPES).default('default'),
  extra: note(200),
})

const apiAddress = z.object({
  url: webAddress,
  /** Its name. */
  route: text(100),
  description: note(200),
  color: z.enum(API_COLORS).default('blue'),
})

const question = z.object({
  question: text(200),
  /** Markdown. */
  answer: text(2000),
})

const maintenance = z
  .object({ title: text(200), from: time, until: time, note: note(500) })
  .refine(({ from, until }) => Date.parse(until) > Date.parse(from), { message: 'not_after_start', path: ['until'] })

const menuItem = z.object({
  label: text(40),
  address: linkPlace(500),
  icon: z.enum(MENU_ICONS).default('link'),
  new_tab: z.boolean().default(false),
  seen_by: z.enum(MENU_VIEWERS).default('everybody'),
})

/** The last part of an address. */
const slug = z
  .string()
  .trim()
  .regex(/^[\w-]{1,60}$/, { message: 'not_slug' })

/** A page of the console, at `/page/{slug}`. */
const ownPage = z.object({
  title: text(40),
  slug,
  /** Markdown. */
  content: text(20_000),
  icon: z.enum(MENU_ICONS).default('file'),
  in_menu: z.boolean().default(true),
  seen_by: z.enum(MENU_VIEWERS).default('everybody'),
})

/** A public status page of an Uptime Kuma server. */
const kumaPage = z.object({
  categoryName: text(50),
  /** The server's. */
  url: webAddress,
  slug,
  description: note(200),
})

const panelOrder = () =>
  line<readonly OverviewPanel[], Record<never, never>>({
    control: 'json',
    default: OVERVIEW_PANELS,
    read(entry) {
      const reading = names.read(entry)
      if (!('value' in reading)) return reading
      // Those that the text does not name follow.
      return { value: [...new Set([...reading.value, ...OVERVIEW_PANELS])] }
    },
    write: order => JSON.stringify(order),
  })
const names = jsonList(z.enum(OVERVIEW_PANELS), OVERVIEW_PANELS.length)

/** The overview page. Options of `console_setting` have the names and formats of the family's other consoles. */
export const overviewOptions = {
  ...inSection('overview', 'panels', {
    OverviewOrder: panelOrder(),
    'console_setting.announcements_enabled': toggle(true),
    StatusPanelEnabled: toggle(false),
    'console_setting.api_info_enabled': toggle(true),
    'console_setting.faq_enabled': toggle(true),
  }),
  ...inSection('overview', 'announcements', { 'console_setting.announcements': jsonList(announcement, 100) }),
  ...inSection('overview', 'status', {
    StatusPanelShows: select(['models', 'groups', 'maintenance'], 'models', { activeWith: 'StatusPanelEnabled' }),
    PlannedMaintenance: jsonList(maintenance, 20),
  }),
  // The server asks these addresses.
  ...forRoot(inSection('overview', 'uptime-kuma', { 'console_setting.uptime_kuma_groups': jsonList(kumaPage, 10) })),
  // Where users send their keys, and what the console's page may ask.
  ...forRoot(inSection('overview', 'api-info', { 'console_setting.api_info': jsonList(apiAddress, 50) })),
  ...inSection('overview', 'faq', { 'console_setting.faq': jsonList(question, 100) }),
  // Links and pages that look like the console's own.
  ...forRoot(
    inSection('overview', 'menu', {
      MenuItems: jsonList(menuItem, 20),
      OwnPages: jsonList(ownPage, 20, differingIn('slug', 'slug_twice')),
    }),
  ),
}
