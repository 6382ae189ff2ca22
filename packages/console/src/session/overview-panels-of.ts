import type { OverviewPanel, SiteStatus } from '@tollgate/contract'

const ONLY_FIGURES: OverviewPanel[] = ['figures']

/** The panels of the overview page. A status stored before there were any has the figures alone. */
export const overviewPanelsOf = ({ overview_panels }: Partial<SiteStatus>): OverviewPanel[] =>
  overview_panels ?? ONLY_FIGURES
