import { type OptionKey, optionLines } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'
import { optionWords, placeOf, useWords } from './words.ts'

/** The options to fill in before a switch can go on, each with a link. */
export function MissingNeeds({ optionKey, settings }: { optionKey: OptionKey; settings: Settings }) {
  const { t } = useTranslation()
  const words = useWords()
  const { stored } = settings
  const missing = optionLines[optionKey].needs?.filter(key => !stored.isSecretSet(key) && stored.textOf(key) === '')
  if (!missing?.length) return null
  return (
    <p className={styles.needs}>
      <span>{t('settings.firstFillIn')}</span>
      {missing.map(key => {
        const { tab, section } = optionLines[key]
        return (
          <Link key={key} to={`?${new URLSearchParams({ tab, q: key })}`}>
            {words.sections[placeOf(tab, section)].title} – {optionWords(words, key).label}
          </Link>
        )
      })}
    </p>
  )
}
