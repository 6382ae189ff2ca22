import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../form-modal.tsx'
import styles from './many.module.css'
import type { Planned } from './planned.ts'

interface ChangeDialogProps {
  title: string
  /** How many rows are selected. */
  chosen: number
  /** The changes of those that will differ. */
  planned: readonly Planned[]
  onChange: () => void
  onClose: () => void
  /** The fields for the changes. */
  children: ReactNode
}

/** Further ones are only counted. */
const MOST_SHOWN = 50

/** Asks for the changes to several rows, and previews the result for each row. */
export function ChangeDialog({ title, chosen, planned, onChange, onClose, children }: ChangeDialogProps) {
  const { t } = useTranslation()
  const same = chosen - planned.length
  const more = planned.length - MOST_SHOWN
  return (
    <FormModal
      open
      width={640}
      title={title}
      okText={t('components.many.change', { count: planned.length })}
      okButtonProps={{ disabled: planned.length === 0 }}
      onOk={onChange}
      onCancel={onClose}
    >
      {children}
      <section aria-label={t('components.many.preview')}>
        <p className={styles.count} role="status">
          {t('components.many.differ', { count: planned.length })}
          {same > 0 && ` · ${t('components.many.same', { count: same })}`}
        </p>
        {planned.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer scrolls, also by keyboard
          <ul className={styles.preview} tabIndex={0} aria-label={t('components.many.preview')}>
            {planned.slice(0, MOST_SHOWN).map(({ name, lines }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal
              <li key={index}>
                <strong>{name}</strong>
                {lines.map(line => (
                  <small key={line}>{line}</small>
                ))}
              </li>
            ))}
            {more > 0 && <li>{t('components.many.more', { count: more })}</li>}
          </ul>
        )}
      </section>
    </FormModal>
  )
}
