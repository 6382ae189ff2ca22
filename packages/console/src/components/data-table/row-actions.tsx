import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './data-table.module.css'

export interface RowAction {
  key: string
  label: string
  icon: ReactNode
  onClick: () => void
  /** The frequent ones are buttons; the rest wait in a menu. */
  frequent?: boolean
  danger?: boolean
  /** Shown, so that every row has the same actions, but of no use to this one. */
  disabled?: boolean
}

/** `name` says in the menu's label which row it belongs to. */
export function RowActions({ actions, name }: { actions: RowAction[]; name: string }) {
  const { t } = useTranslation()
  const rare = actions.filter(action => !action.frequent)
  return (
    <span className={styles.actions}>
      {actions
        .filter(action => action.frequent)
        .map(action => (
          <Tooltip key={action.key} title={action.label}>
            <Button
              type="text"
              size="small"
              icon={action.icon}
              aria-label={`${action.label}: ${name}`}
              disabled={action.disabled}
              onClick={action.onClick}
            />
          </Tooltip>
        ))}
      {rare.length > 0 && (
        <Dropdown
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: rare.map(({ key, label, icon, danger, disabled, onClick }) => ({
              key,
              label,
              icon,
              danger,
              disabled,
              onClick,
            })),
          }}
        >
          <Button
            type="text"
            size="small"
            icon={<MoreOutlined />}
            aria-label={t('components.table.moreActions', { name })}
          />
        </Dropdown>
      )}
    </span>
  )
}
