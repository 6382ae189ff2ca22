import { useTranslation } from 'react-i18next'
import styles from './setup.module.css'

export function DatabaseStep({ kind }: { kind: 'sqlite' | 'postgres' }) {
  const { t } = useTranslation()
  return (
    <>
      <h2>{t('setup.database.title')}</h2>
      <div className={styles.fact}>
        <strong>{t(`setup.database.${kind}`)}</strong>
        <p>{t(`setup.database.${kind}Hint`)}</p>
      </div>
    </>
  )
}
