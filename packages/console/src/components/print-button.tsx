import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'

export function PrintButton({ disabled = false }: { disabled?: boolean }) {
  const { t } = useTranslation()
  return (
    <Button icon={<PrinterOutlined />} disabled={disabled} onClick={() => print()}>
      {t('components.print')}
    </Button>
  )
}
