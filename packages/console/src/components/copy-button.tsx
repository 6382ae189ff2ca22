import { CopyOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Hint } from './hint/index.tsx'
import { IconButton } from './icon-button.tsx'
import { useCopy } from './use-copy.tsx'

interface CopyButtonProps extends Pick<ButtonProps, 'className' | 'size' | 'type'> {
  text: string
  /** How the confirmation shows it, if not as the text itself. */
  shown?: string
  /** Name of the copied text, for the tooltip: “Copy {what}”. */
  what?: string
}

export function CopyButton({ text, shown, what, size = 'small', type = 'text', className }: CopyButtonProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const label = what ? t('components.copy.copyWhat', { what }) : t('components.copy.copy')
  const button = {
    className,
    icon: <CopyOutlined />,
    'aria-label': label,
    onClick: (event: MouseEvent) => {
      event.stopPropagation()
      copy(text, shown)
    },
  }
  return (
    <Hint title={label}>
      {size === 'small' && type === 'text' ? (
        <IconButton {...button} />
      ) : (
        <Button type={type} size={size} {...button} />
      )}
    </Hint>
  )
}
