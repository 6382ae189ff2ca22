import { MoreOutlined } from '@ant-design/icons'
import { IconButton } from '../icon-button.tsx'
import OpenedMenu from '../opened-menu.tsx'
import type { RowAction } from './row-view.ts'

/** The rare actions of a row, open at once, under the button that opened it, which it replaces. */
export default function RowMenu({ actions, label }: { actions: RowAction[]; label: string }) {
  const items = actions.map(({ key, label, icon, danger, disabled, onClick }) => ({
    key,
    label,
    icon,
    danger,
    disabled,
    onClick,
  }))
  return (
    <OpenedMenu items={items} placement="bottomRight">
      <IconButton autoFocus icon={<MoreOutlined />} aria-label={label} />
    </OpenedMenu>
  )
}
