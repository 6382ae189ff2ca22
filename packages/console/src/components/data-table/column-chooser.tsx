import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { PressedPopover } from '../pressed-popover.tsx'
import styles from './data-table.module.css'
import type { ColumnChoice } from './use-column-choice.ts'

export function ColumnChooser<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  const { t } = useTranslation()
  return (
    <PressedPopover
      placement="bottomRight"
      content={
        <div className={styles.chooser}>
          {choice.choosable.map(column => (
            <Checkbox
              key={column.key}
              checked={choice.isShown(column)}
              onChange={event => choice.show(column.key, event.target.checked)}
            >
              {column.title}{' '}
              {choice.isShown(column) && choice.isLeftOut(column) && (
                <small className={styles.inDetails}>{t('components.table.inDetails')}</small>
              )}
            </Checkbox>
          ))}
          <Button type="link" size="small" onClick={choice.reset}>
            {t('components.table.resetColumns')}
          </Button>
        </div>
      }
    >
      <Button
        icon={<SettingOutlined />}
        aria-label={t('components.table.columns')}
        title={t('components.table.columns')}
      />
    </PressedPopover>
  )
}
