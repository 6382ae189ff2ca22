import { DownloadOutlined } from '@ant-design/icons'
import type { Usage } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../components/menu-button.tsx'
import { saveCsv } from '../../lib/save-csv.ts'
import { useMay } from '../../session/user.ts'
import {
  askForDays,
  askForFlow,
  askForLatency,
  askForShares,
  askForUnusual,
  askForWallet,
  type DashboardFilters,
  shownQuery,
  type View,
} from './api.ts'
import { askedSubjects } from './subjects.ts'

type Tables = typeof import('./csv-tables.ts')
/** Gives the lines of a table, and asks for what the page may not have. */
type Lines = (tables: Tables) => ReturnType<Tables['seriesAsCsv']> | Promise<ReturnType<Tables['seriesAsCsv']>>

/** Saves the figures shown as tables, in whole numbers. */
export function ExportButton({ usage, list, view }: { usage: Usage | undefined; list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const seesWallets = useMay({ all: ['logs', 'users.see'] })
  const button = { icon: <DownloadOutlined />, children: t('components.csv') }
  if (!usage) return <Button disabled {...button} />
  const query = shownQuery(list, view, usage)
  const save = async (file: string, lines: Lines) => {
    try {
      saveCsv(file, await lines(await import('./csv-tables.ts')))
    } catch (error) {
      message.error((error as Error).message)
    }
  }
  const item = (file: string, label: string, lines: Lines) => ({
    key: file,
    label,
    onClick: () => void save(file, lines),
  })
  const { username } = list.filters
  return (
    <MenuButton
      {...button}
      items={[
        item('usage-by-model-and-time', t('dashboard.chart.title'), tables => tables.seriesAsCsv(usage)),
        item('usage-by-model', t('dashboard.shares.by.model'), tables => tables.modelsAsCsv(usage)),
        ...askedSubjects(view).map(by =>
          item(`usage-by-${by}`, t(`dashboard.shares.by.${by}`), async tables =>
            tables.sharesAsCsv(await askForShares(query, view, by)),
          ),
        ),
        item('flow', t('dashboard.flow.title'), async tables => tables.flowAsCsv(await askForFlow(query, view))),
        item('unusual-hours', t('dashboard.unusual.hours'), async tables =>
          tables.unusualAsCsv(await askForUnusual(query, view)),
        ),
        item('today', t('dashboard.today.title'), async tables => tables.daysAsCsv(await askForDays(list, view))),
        ...(!view.isOfAll || seesWallets
          ? [
              item('wallet', t(`dashboard.wallet.${walletOf(view)}`), async tables =>
                tables.walletAsCsv(await askForWallet(list, view), view.isOfAll ? username : ''),
              ),
            ]
          : []),
        item('errors-by-cause', t('dashboard.causes.title'), tables => tables.causesAsCsv(usage)),
        ...(view.isOfAll
          ? [
              item('slow-channels', t('dashboard.slow.title'), async tables =>
                tables.slowChannelsAsCsv(await askForLatency(query, view)),
              ),
            ]
          : []),
        item('latency', t('dashboard.latency.title'), async tables =>
          tables.latencyAsCsv(await askForLatency(query, view)),
        ),
      ]}
    />
  )
}

const walletOf = ({ isOfAll, scope }: View) => (isOfAll ? 'all' : scope.team_id === '' ? 'own' : 'ofTeam')
