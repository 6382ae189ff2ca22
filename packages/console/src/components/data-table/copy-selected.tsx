import { CopyOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useCopy } from '../use-copy.tsx'

interface Props {
  label: string
  /** The message if nothing is selected. */
  none: string
  /** One line for each selected row. */
  lines: string[]
  isSmall?: boolean
}

/** Copies the selected rows of a list. */
export function CopySelected({ label, none, lines, isSmall }: Props) {
  const { message } = App.useApp()
  const copy = useCopy()
  const copyLines = () => {
    if (lines.length === 0) message.warning(none)
    else copy(lines.join('\n'))
  }
  return (
    <Button size={isSmall ? 'small' : 'middle'} icon={<CopyOutlined />} onClick={copyLines}>
      {label}
    </Button>
  )
}
