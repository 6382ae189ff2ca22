import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from '../playground.module.css'

interface VersionsProps {
  /** Ids of the alternatives at one place, oldest first. */
  ids: string[]
  shown: string
  onShow: (id: string) => void
}

/** Switches between the alternatives at one place of a conversation. */
export function Versions({ ids, shown, onShow }: VersionsProps) {
  const { t } = useTranslation()
  const at = ids.indexOf(shown)
  const [before, after] = [ids[at - 1], ids[at + 1]]
  if (ids.length < 2) return null
  return (
    <span className={styles.versions}>
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined />}
        aria-label={t('playground.message.previous')}
        disabled={before === undefined}
        onClick={() => before !== undefined && onShow(before)}
      />
      <span title={t('playground.message.versions', { at: at + 1, of: ids.length })}>
        {at + 1}/{ids.length}
      </span>
      <Button
        type="text"
        size="small"
        icon={<RightOutlined />}
        aria-label={t('playground.message.next')}
        disabled={after === undefined}
        onClick={() => after !== undefined && onShow(after)}
      />
    </span>
  )
}
