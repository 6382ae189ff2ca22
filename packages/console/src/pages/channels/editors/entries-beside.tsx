import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryTable, type EntryWords } from '../../../components/entry-table/entry-table.tsx'
import { Beside } from '../../../components/example/beside.tsx'

interface EntriesBesideProps extends Omit<ComponentProps<typeof EntryTable>, 'words'> {
  label: string
  words: Pick<EntryWords, 'name' | 'value'>
  /** Beside the table: what becomes of a call. */
  outcome: ReactNode
}

/** The table of an editor, with an example call beside it. */
export function EntriesBeside({ label, words, outcome, ...table }: EntriesBesideProps) {
  const { t } = useTranslation()
  const all: EntryWords = {
    ...words,
    add: t('channelEditors.add'),
    remove: line => t('channelEditors.remove', { name: line }),
    repeated: t('channelEditors.repeated'),
    broken: t('channelEditors.broken'),
  }
  return (
    <Beside label={label} outcome={outcome}>
      <EntryTable {...table} words={all} />
    </Beside>
  )
}
