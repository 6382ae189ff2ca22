import { CloseOutlined, FileTextOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Part } from '../conversation/types.ts'
import { dataAddress } from '../formats/parts.ts'
import styles from '../playground.module.css'

interface AttachmentsProps {
  parts: Part[]
  /** Without it they cannot be removed. */
  onRemove?: (at: number) => void
}

/** Images as they are, files by name. */
export function Attachments({ parts, onRemove }: AttachmentsProps) {
  const { t } = useTranslation()
  if (parts.length === 0) return null
  return (
    <ul className={styles.attachments}>
      {parts.map((part, at) => {
        const name = part.name || t('playground.picture')
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and none keeps a state
          <li key={at}>
            {part.kind === 'image' ? (
              <img src={dataAddress(part)} alt={name} />
            ) : (
              <span className={styles.file}>
                <FileTextOutlined /> {name}
              </span>
            )}
            {onRemove && (
              <Button
                size="small"
                type="text"
                icon={<CloseOutlined />}
                aria-label={t('playground.detach', { name })}
                onClick={() => onRemove(at)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
