import { MoreOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { labelled } from '../../lib/join-words.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { t } from '../../phrases/index.ts'
import { Hint } from '../hint/index.tsx'
import { IconButton } from '../icon-button.tsx'
import styles from './data-table.module.css'
import type { RowAction } from './row-view.ts'

/** `name` is the row's name in the menu's label. */
export function RowActions({ actions, name }: { actions: RowAction[]; name: string }) {
  const rare = actions.filter(action => !action.frequent)
  return (
    <span className={styles.actions}>
      {actions
        .filter(action => action.frequent)
        .map(action => (
          <Hint key={action.key} title={action.label}>
            <IconButton
              icon={action.icon}
              aria-label={labelled(action.label, name)}
              disabled={action.disabled}
              onClick={action.onClick}
            />
          </Hint>
        ))}
      {rare.length > 0 && <RareActions actions={rare} label={t('components.table.moreActions', { name })} />}
    </span>
  )
}

const RowMenu = lazyPart(() => import('./row-menu.tsx'))

/** A hundred rows draw one button each; the menu loads on request. */
function RareActions({ actions, label }: { actions: RowAction[]; label: string }) {
  const [isAsked, setAsked] = useState(false)
  const button = (
    <IconButton
      icon={<MoreOutlined />}
      aria-label={label}
      aria-haspopup="menu"
      onPointerEnter={RowMenu.prepare}
      onClick={() => setAsked(true)}
    />
  )
  return isAsked ? <RowMenu actions={actions} label={label} fallback={button} /> : button
}
