import { DownloadOutlined } from '@ant-design/icons'
import type { Usage, UsageSubject } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../components/menu-button.tsx'
import { csvTime, saveCsv } from '../../lib/save-csv.ts'
import { askForShares, type DashboardFilters, type View } from './api.ts'
import { modelSums } from './series.ts'
import { askedSubjects } from './subjects.ts'

/** Saves the range's figures as tables, in whole numbers. */
export function ExportButton({ usage, list, view }: { usage: Usage | undefined; list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const subjects = askedSubjects(view)
  const saveShares = async (by: UsageSubject) => {
    try {
      if (!usage) return
      const { items, rest } = await askForShares(list, view, by, usage)
      const lines = [...items, ...(rest ? [{ ...rest, id: '', name: 'rest' }] : [])].map(item =>
        SHARE_COLUMNS.map(column => item[column]),
      )
      saveCsv(`usage-by-${by}`, [SHARE_COLUMNS, ...lines])
    } catch (error) {
      message.error((error as Error).message)
    }
  }
  const button = { icon: <DownloadOutlined />, children: t('components.csv') }
  if (!usage) return <Button disabled {...button} />
  return (
    <MenuButton
      {...button}
      items={[
        {
          key: 'time',
          label: t('dashboard.chart.title'),
          onClick: () => saveCsv('usage-by-model-and-time', seriesAsCsv(usage)),
        },
        {
          key: 'model',
          label: t('dashboard.shares.by.model'),
          onClick: () =>
            saveCsv('usage-by-model', [
              MODEL_COLUMNS,
              ...modelSums(usage).map(sum => MODEL_COLUMNS.map(column => sum[column])),
            ]),
        },
        {
          key: 'causes',
          label: t('dashboard.causes.title'),
          onClick: () =>
            saveCsv('errors-by-cause', [['cause', 'count'], ...usage.causes.map(({ cause, count }) => [cause, count])]),
        },
        ...subjects.map(by => ({
          key: by,
          label: t(`dashboard.shares.by.${by}`),
          onClick: () => void saveShares(by),
        })),
      ]}
    />
  )
}

const MODEL_COLUMNS = ['model', 'requests', 'tokens', 'quota'] as const

const SHARE_COLUMNS = [
  'id',
  'name',
  'requests',
  'failed',
  'tokens',
  'prompt_tokens',
  'cache_tokens',
  'cache_saved',
  'quota',
] as const

/** A line for each time and model with calls. */
const seriesAsCsv = ({ times, models, series }: Usage): (string | number)[][] => [
  ['time', 'model', 'requests', 'quota', 'tokens'],
  ...series.map(([time, model, ...sums]) => [csvTime(times[time] ?? 0), models[model] ?? '', ...sums]),
]
