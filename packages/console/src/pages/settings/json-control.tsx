import { optionLines } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { EntryTable } from '../../components/entry-table/entry-table.tsx'
import { JsonInput } from '../../components/json-field.tsx'
import type { ControlProps } from './control-props.ts'
import { entryKinds } from './entry-kinds.ts'
import { examples } from './examples.ts'
import styles from './settings.module.css'

/** JSON as text, with a table beside it if it is a short list of names. */
export function JsonControl({ optionKey, text, onWrite, input }: ControlProps) {
  const { t } = useTranslation()
  const kind = entryKinds[optionKey]
  const json = (
    <JsonInput
      {...input}
      rows={3}
      example={examples[optionKey] ?? optionLines[optionKey].default}
      value={text}
      onChange={onWrite}
    />
  )
  if (!kind) return json
  const words = {
    name: t('settings.entries.name'),
    value: t(`settings.entries.${kind}`),
    add: t('settings.entries.add'),
    remove: (name: string | number) => t('settings.entries.remove', { name }),
    repeated: t('settings.entries.repeated'),
    broken: t('settings.entries.broken'),
  }
  return (
    <div className={styles.besideText}>
      <EntryTable
        kind={kind}
        words={words}
        starts={kind === 'number' ? '1' : ''}
        text={text}
        disabled={input.disabled}
        onWrite={onWrite}
        onBlur={input.onBlur}
      />
      <div>{json}</div>
    </div>
  )
}
