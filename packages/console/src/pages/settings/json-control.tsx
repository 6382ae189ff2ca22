import { type OptionKey, optionLines } from '@tollgate/contract'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { EntryKind } from '../../components/entry-table/entries.ts'
import { EntryTable } from '../../components/entry-table/entry-table.tsx'
import { JsonInput } from '../../components/json-field.tsx'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { withPhrases } from '../../phrases/index.ts'
import type { ControlProps } from './control-props.ts'
import { examples } from './examples.ts'
import { listKinds } from './lists/list-kinds.ts'
import lists from './lists/lists.module.css'
import styles from './settings.module.css'

/** JSON options that are short lists of names with values: these get a table beside the text. */
const entryKinds: Partial<Record<OptionKey, Exclude<EntryKind, 'json'>>> = {
  GroupRatio: 'number',
  UserUsableGroups: 'text',
  TopupGroupRatio: 'number',
  TopUpBonuses: 'number',
}

/** JSON options with an editor of their own beside the text. */
const editors: Partial<Record<OptionKey, ComponentType<ControlProps>>> = {
  GroupGroupRatio: lazyPart(async () => ({ default: (await import('./groups/ratio-table.tsx')).RatioTable })),
  AutoGroups: lazyPart(async () => ({ default: (await import('./groups/group-order.tsx')).GroupOrder })),
}

/** Editors that show the text themselves. */
const wholeEditors: typeof editors = {
  AffinityRules: lazyPart(async () => ({ default: (await import('./affinity/rules-table.tsx')).RulesTable })),
}

const ListEditor = lazyPart<ControlProps>(async () => ({
  default: (await withPhrases(['lists', 'settings'], import('./lists/list-editor.tsx'))).ListEditor,
}))

/** JSON as text, with an editor beside it: its own, or a table if it is a short list of names. */
export function JsonControl(props: ControlProps) {
  const { optionKey, text, onWrite, input } = props
  const Whole = wholeEditors[optionKey]
  if (Whole) return <Whole {...props} />
  const kind = entryKinds[optionKey]
  const Editor = editors[optionKey] ?? (kind && NamedEntries)
  const json = (
    <JsonInput
      {...input}
      numbered={Editor !== undefined}
      rows={3}
      example={examples[optionKey] ?? optionLines[optionKey].default}
      value={text}
      onChange={onWrite}
    />
  )
  if (listKinds[optionKey])
    return (
      <div>
        <ListEditor {...props} />
        <details className={lists.json}>
          <summary>JSON</summary>
          {json}
        </details>
      </div>
    )
  if (!Editor) return json
  return (
    <div className={styles.besideText}>
      <Editor {...props} />
      <div>{json}</div>
    </div>
  )
}

function NamedEntries({ optionKey, text, onWrite, input }: ControlProps) {
  const { t } = useTranslation()
  const kind = entryKinds[optionKey] ?? 'text'
  const words = {
    name: t('settings.entries.name'),
    value: t(`settings.entries.${kind}`),
    add: t('settings.entries.add'),
    remove: (name: string | number) => t('settings.entries.remove', { name }),
    repeated: t('settings.entries.repeated'),
    broken: t('settings.entries.broken'),
  }
  return (
    <EntryTable
      kind={kind}
      words={words}
      starts={kind === 'number' ? '1' : ''}
      text={text}
      disabled={input.disabled}
      onWrite={onWrite}
      onBlur={input.onBlur}
    />
  )
}
