import type { Usage } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format.ts'
import type { DashboardFilters, View } from './api.ts'
import { Numbers } from './numbers.tsx'
import { modelSums } from './series.ts'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'
import { percentWords, useAmounts } from './use-words.ts'

/** Every model with its sums. */
export function ModelsTable({ usage, list, view }: { usage: Usage; list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const { exact } = useAmounts()
  const logLink = useLogLink(list, view)
  const sums = modelSums(usage)
  const all = sums.reduce((total, { quota }) => total + quota, 0)
  const heads = [t('dashboard.models.model'), t('dashboard.figures.requests'), t('dashboard.figures.tokens')]
  return (
    <Numbers
      label={t('dashboard.shares.by.model')}
      heads={[...heads, t('dashboard.figures.quota'), t('dashboard.models.share')]}
      rows={sums.map(({ model, requests, tokens, quota }) => {
        const to = model ? logLink({ from: usage.from, to: usage.to, model }) : undefined
        return {
          key: model,
          name: model || t('dashboard.chart.unnamed'),
          share: all === 0 ? 0 : quota / all,
          cells: [
            ...[formatNumber(requests), formatNumber(tokens), exact(quota, 'quota')].map((words, place) => (
              <ToRows key={heads[place]} to={to}>
                {words}
              </ToRows>
            )),
            percentWords(quota, all),
          ],
        }
      })}
    />
  )
}
