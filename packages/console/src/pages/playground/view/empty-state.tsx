import { useTranslation } from 'react-i18next'
import styles from '../playground.module.css'

const SUGGESTIONS = ['explain', 'table', 'write', 'plan'] as const

/** What to try, for who does not know yet. */
export function EmptyState({ hasModel, onPick }: { hasModel: boolean; onPick: (text: string) => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.empty}>
      <h2>{t('playground.empty.title')}</h2>
      {hasModel ? (
        <ul>
          {SUGGESTIONS.map(name => (
            <li key={name}>
              <button type="button" onClick={() => onPick(t(`playground.empty.suggestions.${name}`))}>
                {t(`playground.empty.suggestions.${name}`)}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('playground.empty.noModels')}</p>
      )}
    </div>
  )
}
