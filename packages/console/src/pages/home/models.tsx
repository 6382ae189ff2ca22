import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCopy } from '../../components/use-copy.tsx'
import { formatNumber } from '../../lib/format.ts'
import { useMyModels } from '../../session/my-models.ts'
import { useUser } from '../../session/user.ts'
import styles from './home.module.css'

const SHOWN = 24

/** The models this user may call; a click copies the name. */
export function Models() {
  const { t } = useTranslation()
  const user = useUser()
  const models = useMyModels()
  const copy = useCopy()
  const [showAll, setShowAll] = useState(false)

  if (!user) {
    return (
      <section>
        <h2 className={styles.heading}>{t('home.models')}</h2>
        <p className={styles.hint}>{t('home.modelsSignedOut')}</p>
      </section>
    )
  }
  const shown = showAll ? models : models?.slice(0, SHOWN)
  const hidden = (models?.length ?? 0) - (shown?.length ?? 0)
  return (
    <section>
      <h2 className={styles.heading}>
        {t('home.models')} <span>{models && models.length > 0 && formatNumber(models.length)}</span>
      </h2>
      {models?.length === 0 && <p className={styles.hint}>{t('home.noModels')}</p>}
      <ul className={styles.models} translate="no">
        {shown?.map(name => (
          <li key={name}>
            <Tooltip title={t('components.copy.copy')}>
              <button type="button" onClick={() => copy(name)}>
                {name}
              </button>
            </Tooltip>
          </li>
        ))}
      </ul>
      {(hidden > 0 || showAll) && (
        <Button type="link" size="small" onClick={() => setShowAll(!showAll)}>
          {showAll ? t('home.lessModels') : t('home.moreModels', { count: hidden })}
        </Button>
      )}
    </section>
  )
}
