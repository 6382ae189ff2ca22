import type { ClientGuide } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import styles from './connect.module.css'
import { FormFields } from './form-fields.tsx'
import { type FilledSetting, Programs } from './programs.tsx'

/** Instead of a key: nobody's. */
export const NO_KEY = 'sk-…'

interface GuideSettingsProps {
  guide: ClientGuide
  settings: readonly FilledSetting[]
  /** They cannot be copied yet. */
  isInert?: boolean
}

/** The settings of a client, and what to know about them. */
export function GuideSettings({ guide, settings, isInert = false }: GuideSettingsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.settings} inert={isInert}>
        {settings.map(setting => (
          <Setting key={setting.copied} setting={setting} />
        ))}
        <Programs settings={settings} />
      </div>
      <ul className={styles.notes}>
        {guide.settings.some(({ where }) => 'file' in where) && <li>{t('connect.settings.merge')}</li>}
        {guide.notes.map(note => (
          <li key={note}>{t(`clientNotes.${note}`)}</li>
        ))}
        <li>
          <a href={guide.source} target="_blank" rel="noreferrer">
            {t('connect.settings.source')}
          </a>
        </li>
      </ul>
    </>
  )
}

/** A file, lines of a shell, the command of a first question or the fields of a form; programs are in tabs. */
function Setting({ setting: { where, copied, shown } }: { setting: FilledSetting }) {
  const { t } = useTranslation()
  if ('code' in where) return null
  if ('form' in where) {
    return (
      <div>
        <h3 className={styles.place}>{where.form}</h3>
        <FormFields copied={copied} shown={shown} />
      </div>
    )
  }
  const place = 'file' in where ? where.file : t(`connect.settings.${'shell' in where ? 'shell' : 'command'}`)
  return (
    <div>
      <h3 className={styles.place}>
        {'file' in where ? <code>{place}</code> : place}
        {'file' in where && <CopyButton text={place} what={`${place} (${t('connect.settings.path')})`} />}
      </h3>
      <CodeBlock code={shown} copied={copied} what={place} />
    </div>
  )
}
