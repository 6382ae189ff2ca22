import { CopyOutlined } from '@ant-design/icons'
import { Button, type ButtonProps, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCopy } from './use-copy.tsx'

interface CopyButtonProps extends Pick<ButtonProps, 'className' | 'size' | 'type'> {
  text: string
  /** What the confirmation shows of it, when not the text itself. */
  shown?: string
  /** What is copied, for the tooltip: “Copy {what}”. */
  what?: string
}

export function CopyButton({ text, shown, what, size = 'small', type = 'text', className }: CopyButtonProps) {
  const { t } = useTranslation()
  const copy = useCopy()
  const label = what ? t('components.copy.copyWhat', { what }) : t('components.copy.copy')
  return (
    <Tooltip title={label}>
      <Button
        type={type}
        size={size}
        className={className}
        icon={<CopyOutlined />}
        aria-label={label}
        onClick={event => {
          event.stopPropagation()
          copy(text, shown)
        }}
      />
    </Tooltip>
  )
}
