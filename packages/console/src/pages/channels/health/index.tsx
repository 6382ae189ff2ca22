import { LineChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { lazyForm } from '../../../components/lazy-form.tsx'
import { useOpened } from '../../../components/use-opened.ts'
import { withPhrases } from '../../../phrases/index.ts'

/** With the log's words for reasons of failures. */
const HealthDrawer = lazyForm(() =>
  withPhrases(['channelHealth', 'channelTests', 'channels', 'log'], import('./health-drawer.tsx')).then(
    file => file.HealthDrawer,
  ),
)

/** Opens the last hour of all channels, at the side of the page. */
export function HealthButton() {
  const { t } = useTranslation()
  const drawer = useOpened()
  return (
    <>
      <Button icon={<LineChartOutlined />} onClick={() => drawer.open()}>
        {t('channelHealth.title')}
      </Button>
      {drawer.opened && <HealthDrawer key={drawer.opened.key} onClose={drawer.close} />}
    </>
  )
}
