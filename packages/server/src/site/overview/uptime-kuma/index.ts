import type { Monitored, OptionValue } from '@tollgate/contract'
import type { SiteContext } from '../../context.ts'
import { readPage } from './read-page.ts'

const FRESH_SECONDS = 60
/** Older answers are not shown. */
const STALE_SECONDS = 600

type KumaPage = OptionValue<'console_setting.uptime_kuma_groups'>[number]

interface Known {
  groups: Monitored['groups']
  readAt: number
  /** When it was last asked for. */
  askedAt: number
  isAsking: boolean
}

/** What is known of the pages of each site. */
const sites = new WeakMap<object, Map<string, Known>>()

/** Returns what the operator's status pages said last, and reads those again that are not fresh; waits for none. */
export function monitored(app: Pick<SiteContext, 'options' | 'outbound' | 'log' | 'now'>): Monitored[] {
  const pages = app.options.get('console_setting.uptime_kuma_groups')
  const before = sites.get(app.options)
  const known = new Map(pages.map(page => [keyOf(page), before?.get(keyOf(page)) ?? unknown()]))
  sites.set(app.options, known)
  return pages.map(page => {
    const state = known.get(keyOf(page)) ?? unknown()
    const { categoryName: name, description } = page
    if (!state.isAsking && app.now() - state.askedAt >= FRESH_SECONDS) void readAgain(app, page, state)
    return { name, description, groups: app.now() - state.readAt < STALE_SECONDS ? state.groups : null }
  })
}

async function readAgain(
  { outbound, log, now }: Pick<SiteContext, 'outbound' | 'log' | 'now'>,
  page: KumaPage,
  state: Known,
): Promise<void> {
  Object.assign(state, { isAsking: true, askedAt: now() })
  try {
    Object.assign(state, { groups: await readPage(outbound, page), readAt: now() })
  } catch (error) {
    log.warn({ err: error, status_page: page.categoryName }, 'a status page could not be read')
  } finally {
    state.isAsking = false
  }
}

const keyOf = ({ url, slug }: KumaPage): string => `${url} ${slug}`

const unknown = (): Known => ({ groups: null, readAt: 0, askedAt: 0, isAsking: false })
