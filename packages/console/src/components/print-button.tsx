import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

export function PrintButton() {
  const { t } = useTranslation()
  return (
    <Button icon={<PrinterOutlined />} onClick={() => print()}>
      {t('components.print')}
    </Button>
  )
}
