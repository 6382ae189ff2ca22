import { loadavg } from 'node:os'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import type { ListName } from '../../packages/contract/src/index.ts'
import { buildConsoleWhenStale } from '../../scripts/lib/console-build.mjs'
import { findPrograms } from '../../scripts/lib/programs.mjs'
import { say } from '../../scripts/lib/script.mjs'
import type { Gateway } from '../lib/gateway.ts'
import { signedInPage } from '../lib/signed-in-page.ts'
import { answersWith, noted, noteTasksAndShifts } from './in-page.ts'

interface ListPage {
  path: string
  pageSizeKey: string
  /** The heading that sorts. */
  heading: string
  /** The field that filters, and what is typed into it. */
  filter: { label: string; text: string }
}

const PAGES: Record<ListName, ListPage> = {
  channels: {
    path: '/channel',
    pageSizeKey: 'channels-page-size',
    heading: 'Name',
    filter: { label: 'Name, id, address or tag', text: 'made-channel-7' },
  },
  users: {
    path: '/user',
    pageSizeKey: 'users-page-size',
    heading: 'Username',
    filter: { label: 'ID, name or e-mail', text: 'made-user-49' },
  },
  tokens: {
    path: '/token',
    pageSizeKey: 'tokens-page-size',
    heading: 'Name',
    filter: { label: 'Name', text: 'own 4' },
  },
  logs: {
    path: '/log',
    pageSizeKey: 'logs-page-size',
    heading: 'Time',
    filter: { label: 'Model', text: 'gpt-5' },
  },
  redemptions: {
    path: '/redemption',
    pageSizeKey: 'redemptions-page-size',
    heading: 'Name',
    filter: { label: 'ID, name or whole code', text: 'batch 7' },
  },
  orders: {
    path: '/order',
    pageSizeKey: 'listed-orders-page-size',
    heading: 'Created',
    filter: { label: 'Order number, user’s name or ID', text: 'made-user-49' },
  },
  tasks: {
    // otherwise only today's, which a kept database does not have
    path: '/task?start_timestamp=0',
    pageSizeKey: 'tasks-page-size',
    heading: 'Submitted',
    filter: { label: 'Task id', text: 'made-77' },
  },
  drawings: {
    path: '/midjourney?start_timestamp=0',
    pageSizeKey: 'drawings-page-size',
    heading: 'Submitted',
    filter: { label: 'Task id', text: 'made-77' },
  },
}

/** As many rows as the window shows, and the most. */
const SHOWN = { window: 'null', most: '100' }
const WINDOW = { width: 1440, height: 900 }
const ROUNDS = 3
const WHEELS = 15

/** What one look at a page took, in milliseconds. */
export interface Looked {
  openMs: number
  sortMs: number
  filterMs: number
  /** Of each act, the tasks of the page's thread over 50 ms. */
  longTasks: Record<'open' | 'sort' | 'filter' | 'scroll', number[]>
  /** The layout shift of the whole visit. */
  shift: number
}

export interface PageMeasured {
  list: ListName
  rows: keyof typeof SHOWN
  looked: Looked[]
  load: number
}

/** Opens every list in a browser, sorts, filters and scrolls it. */
export async function lookAtPages(gateway: Gateway): Promise<PageMeasured[]> {
  await buildConsoleWhenStale()
  const { chromium: executablePath } = await findPrograms('chromium')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const measured: PageMeasured[] = []
  try {
    for (const list of Object.keys(PAGES) as ListName[]) {
      say(`Opening ${PAGES[list].path} …`)
      // excludes what is compiled and cached for the first time
      await look(browser, gateway, list, 'window')
      for (const rows of Object.keys(SHOWN) as (keyof typeof SHOWN)[]) {
        const looked: Looked[] = []
        while (looked.length < ROUNDS) looked.push(await look(browser, gateway, list, rows))
        measured.push({ list, rows, looked, load: loadavg()[0] ?? 0 })
      }
    }
  } finally {
    await browser.close()
  }
  return measured
}

async function look(browser: Browser, gateway: Gateway, list: ListName, rows: keyof typeof SHOWN): Promise<Looked> {
  const { path, pageSizeKey, heading, filter } = PAGES[list]
  const page = await signedInPage(browser, gateway, { [pageSizeKey]: SHOWN[rows] })
  try {
    await page.setViewportSize(WINDOW)
    await page.addInitScript(noteTasksAndShifts)
    await page.goto(gateway.operator.url + path)
    const openMs = await answersWith(page, 'there', async () => undefined)
    const open = await noted(page)
    await page.mouse.move(WINDOW.width / 2, WINDOW.height / 2)
    for (let wheel = 0; wheel < WHEELS; wheel++) {
      await page.mouse.wheel(0, 300)
      await page.waitForTimeout(50)
    }
    const scroll = await noted(page)
    await page.evaluate(() => scrollTo(0, 0))
    const sortMs = await answersWith(page, 'click', () => sortBy(page, heading))
    const sort = await noted(page)
    const filterMs = await answersWith(page, 'Enter', () => typeInto(page, filter))
    const filtered = await noted(page)
    const acts = { open, scroll, sort, filter: filtered }
    return {
      ...{ openMs, sortMs, filterMs },
      longTasks: { open: open.tasks, scroll: scroll.tasks, sort: sort.tasks, filter: filtered.tasks },
      shift: Object.values(acts).reduce((sum, { shift }) => sum + shift, 0),
    }
  } finally {
    await page.context().close()
  }
}

async function sortBy(page: Page, heading: string): Promise<void> {
  await page.getByRole('columnheader', { name: heading }).first().getByRole('button').first().click()
}

async function typeInto(page: Page, { label, text }: ListPage['filter']): Promise<void> {
  const field: Locator = page.getByRole('search').getByLabel(label, { exact: true }).first()
  await field.fill(text)
  await field.press('Enter')
}
