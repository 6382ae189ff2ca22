import type { Usage } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../lib/format.ts'
import { Numbers } from './numbers.tsx'
import { modelSums } from './series.ts'
import { percentWords, useAmounts } from './use-words.ts'

/** Every model with its sums. */
export function ModelsPanel({ usage }: { usage: Usage }) {
  const { t } = useTranslation()
  const { exact } = useAmounts()
  const sums = modelSums(usage)
  const all = sums.reduce((total, { quota }) => total + quota, 0)
  const heads = [t('dashboard.models.model'), t('dashboard.figures.requests'), t('dashboard.figures.tokens')]
  return (
    <Panel title={t('dashboard.models.title')}>
      <Numbers
        label={t('dashboard.models.title')}
        heads={[...heads, t('dashboard.figures.quota'), t('dashboard.models.share')]}
        rows={sums.map(({ model, requests, tokens, quota }) => ({
          key: model,
          name: model || t('dashboard.chart.unnamed'),
          share: all === 0 ? 0 : quota / all,
          cells: [formatNumber(requests), formatNumber(tokens), exact(quota, 'quota'), percentWords(quota, all)],
        }))}
      />
    </Panel>
  )
}
