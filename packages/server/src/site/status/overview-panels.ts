import type { OverviewPanel } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'

/** Whether each panel has something to show. */
const SHOWN: Record<Exclude<OverviewPanel, 'figures'>, (options: Options) => boolean> = {
  announcements: options =>
    options.get('console_setting.announcements_enabled') && options.get('console_setting.announcements').length > 0,
  api_info: options =>
    options.get('console_setting.api_info_enabled') && options.get('console_setting.api_info').length > 0,
  faq: options => options.get('console_setting.faq_enabled') && options.get('console_setting.faq').length > 0,
  status: options => options.get('StatusPanelEnabled'),
}

/** The panels of the overview page, in the operator's order: those that are on and not empty. */
export const overviewPanels = (options: Options): OverviewPanel[] =>
  options.get('OverviewOrder').filter(panel => panel === 'figures' || SHOWN[panel](options))
