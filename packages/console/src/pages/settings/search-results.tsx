import { type OptionKey, optionLines } from '@tollgate/contract'
import { Button, Empty } from 'antd'
import { useTranslation } from 'react-i18next'
import { optionsFound } from './search.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'
import { placeOf, useWords } from './words.ts'

interface SearchResultsProps {
  query: string
  settings: Settings
  onClear: () => void
}

/** The options found, in the sections of their tabs, ready to edit. */
export function SearchResults({ query, settings, onClear }: SearchResultsProps) {
  const { t } = useTranslation()
  const found = optionsFound(query, useWords())
  const clear = <Button onClick={onClear}>{t('settings.clearSearch')}</Button>
  if (found.length === 0) {
    return (
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('settings.nothingFound', { query })}>
        {clear}
      </Empty>
    )
  }
  return (
    <>
      <div className={styles.found}>
        <span role="status">{t('settings.found', { count: found.length })}</span>
        {clear}
      </div>
      <div className={styles.sections}>
        {bySection(found).map(keys => {
          const { tab, section } = optionLines[keys[0]]
          return <Section key={placeOf(tab, section)} tab={tab} section={section} settings={settings} only={keys} />
        })}
      </div>
    </>
  )
}

function bySection(keys: OptionKey[]): [OptionKey, ...OptionKey[]][] {
  const sections = new Map<string, [OptionKey, ...OptionKey[]]>()
  for (const key of keys) {
    const place = placeOf(optionLines[key].tab, optionLines[key].section)
    const section = sections.get(place)
    if (section) section.push(key)
    else sections.set(place, [key])
  }
  return [...sections.values()]
}
