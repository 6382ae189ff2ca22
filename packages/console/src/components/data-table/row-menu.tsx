import { MoreOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { IconButton } from '../icon-button.tsx'
import type { RowAction } from './row-view.ts'

/** The rare actions of a row, open when it comes; under the button that asked for it, which it replaces. */
export default function RowMenu({ actions, label }: { actions: RowAction[]; label: string }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      menu={{
        items: actions.map(({ key, label, icon, danger, disabled, onClick }) => ({
          key,
          label,
          icon,
          danger,
          disabled,
          onClick,
        })),
      }}
    >
      <IconButton autoFocus icon={<MoreOutlined />} aria-label={label} />
    </Dropdown>
  )
}
