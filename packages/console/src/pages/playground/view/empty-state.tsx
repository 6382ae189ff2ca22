import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { useIsAdmin } from '../../../session/user.ts'
import styles from '../playground.module.css'

const SUGGESTIONS = ['explain', 'table', 'write', 'plan'] as const

/** Suggestions for a first try. */
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
        <NoModels />
      )}
    </div>
  )
}

/** Tells administrators how to add a model. */
function NoModels() {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  if (!isAdmin) return <p>{t('playground.empty.noModels')}</p>
  return (
    <>
      <p>{t('playground.empty.noModelsForAdmins')}</p>
      <Link to={paths.addChannel}>
        <Button type="primary">{t('playground.empty.addChannel')}</Button>
      </Link>
    </>
  )
}
