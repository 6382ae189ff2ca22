import { type OptionKey, optionLines } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { asKept, entriesChanged, hasManyEntries } from './option-texts.ts'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'
import { optionWords, useWords } from './words.ts'

const MOST_ENTRIES = 12

/** What a section will save: every changed option with its old and its new value. */
export function Changes({ changed, settings }: { changed: OptionKey[]; settings: Settings }) {
  const { t } = useTranslation()
  const words = useWords()
  if (changed.length === 0) return null
  return (
    <div className={styles.changes}>
      <h3>{t('settings.changes', { count: changed.length })}</h3>
      <dl>
        {changed.map(key => (
          <div key={key}>
            <dt>{optionWords(words, key).label}</dt>
            <dd>
              {hasManyEntries(optionLines[key].control) ? (
                <EntriesChange optionKey={key} settings={settings} />
              ) : (
                <ValueChange optionKey={key} settings={settings} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface ChangeProps {
  optionKey: OptionKey
  settings: Settings
}

function ValueChange({ optionKey, settings: { stored, textOf } }: ChangeProps) {
  const { t } = useTranslation()
  const words = useWords()
  const line = optionLines[optionKey]
  const isSet = stored.isSecretSet(optionKey)
  const said = (text: string) => {
    if (line.control === 'switch') return t(text === 'true' ? 'settings.on' : 'settings.off')
    return optionWords(words, optionKey).choices?.[text] ?? (text || t('settings.empty'))
  }
  const secretSaid = (text: string) => {
    if (text === '') return t('settings.secretNotSet')
    return t(isSet ? 'settings.secretReplaced' : 'settings.secretSet')
  }
  const from = line.secret ? t(isSet ? 'settings.secretSet' : 'settings.secretNotSet') : said(stored.textOf(optionKey))
  const to = line.secret ? secretSaid(textOf(optionKey)) : said(asKept(optionKey, textOf(optionKey)))
  return (
    <>
      <del>{from}</del>
      <span role="img" aria-label={t('settings.becomes')}>
        →
      </span>
      <ins>{to}</ins>
    </>
  )
}

function EntriesChange({ optionKey, settings: { stored, textOf } }: ChangeProps) {
  const { t } = useTranslation()
  const { control } = optionLines[optionKey]
  const change = entriesChanged(control, stored.textOf(optionKey), asKept(optionKey, textOf(optionKey)))
  const entries = [
    ...change.removed.map(text => ({ text, sign: '−', meaning: t('settings.removed') })),
    ...change.added.map(text => ({ text, sign: '+', meaning: t('settings.added') })),
  ]
  const more = entries.length - MOST_ENTRIES
  return (
    <ul>
      {entries.slice(0, MOST_ENTRIES).map(({ text, sign, meaning }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there twice
        <li key={place}>
          <span role="img" aria-label={meaning}>
            {sign}
          </span>
          <code>{text}</code>
        </li>
      ))}
      {more > 0 && <li>{t('settings.moreLines', { count: more })}</li>}
    </ul>
  )
}
