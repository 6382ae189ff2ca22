import type { Overview } from '@tollgate/contract'
import type { Caller } from '../../platform/http/serve.ts'
import type { SiteContext } from '../context.ts'
import { overviewPanels } from '../status/overview-panels.ts'
import { statusPanel } from './status-panel.ts'

/** Returns what the operator shows a caller on the overview page; a panel that is off is not even read. */
export async function readOverview(app: SiteContext, caller: Caller): Promise<Overview> {
  const shown = new Set(overviewPanels(app.options))
  return {
    ...(shown.has('announcements') && { announcements: announcementsAt(app) }),
    ...(shown.has('api_info') && { api_info: [...app.options.get('console_setting.api_info')] }),
    ...(shown.has('faq') && { faq: [...app.options.get('console_setting.faq')] }),
    ...(shown.has('status') && { status: await statusPanel(app, caller) }),
  }
}

/** Newest first. Those of a later time are not out yet. */
const announcementsAt = ({ options, now }: Pick<SiteContext, 'options' | 'now'>) =>
  options
    .get('console_setting.announcements')
    .filter(({ publishDate }) => Date.parse(publishDate) <= now() * 1000)
    .sort((one, other) => Date.parse(other.publishDate) - Date.parse(one.publishDate))
