import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../lib/lazy-part.tsx'
import type { ColumnChooserProps } from './opened-chooser.tsx'

const OpenedChooser = lazyPart(() => import('./opened-chooser.tsx'))

/** A button that opens the choice of columns, which loads on request. */
export function ColumnChooser<Row>(props: ColumnChooserProps<Row>): ReactNode {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const title = t('components.table.columns')
  const button = { icon: <SettingOutlined />, 'aria-label': title, title }
  const alone = <Button {...button} onPointerEnter={OpenedChooser.prepare} onClick={() => setAsked(true)} />
  if (!isAsked) return alone
  return (
    // A part that loads later has lost the type of its rows.
    <OpenedChooser {...(props as unknown as ColumnChooserProps<unknown>)} fallback={alone}>
      <Button {...button} />
    </OpenedChooser>
  )
}
