import { t } from '../phrases/index.ts'
import { AskedPopover } from './asked-popover.tsx'
import styles from './components.module.css'
import { CopyButton } from './copy-button.tsx'
import { Tag } from './tag.tsx'

/** The first few names as tags, the rest as “+n”; with `shown` 0, only their number. */
export function TagList({ names, shown = 2 }: { names: string[]; shown?: number }) {
  const rest = names.length - shown
  return (
    <span className={styles.tags}>
      {names.slice(0, shown).map(name => (
        <Tag key={name}>{name}</Tag>
      ))}
      {rest > 0 && (
        <AskedPopover
          content={() => (
            <div className={styles.allTags}>
              {names.map(name => (
                <Tag key={name}>{name}</Tag>
              ))}
              <CopyButton text={names.join(',')} what={t('components.allNames')} />
            </div>
          )}
        >
          {shown > 0 ? `+${rest}` : rest}
        </AskedPopover>
      )}
    </span>
  )
}
