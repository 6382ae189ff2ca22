import { Select, Space } from 'antd'
import { useTranslation } from 'react-i18next'
import { labelled } from '../../lib/join-words.ts'
import { MultiSelect } from '../multi-select.tsx'
import { LIST_MODES, type ListChange } from './list-change.ts'

interface ListChangeInputProps {
  id: string
  label: string
  value: ListChange
  onChange: (value: ListChange) => void
  options: string[]
  /** Names that are not among the options may be typed. */
  isOpen?: boolean
}

/** Whether to add names to lists, remove them, or replace the lists; and which names. */
export function ListChangeInput({ id, label, value, onChange, options, isOpen = false }: ListChangeInputProps) {
  const { t } = useTranslation()
  return (
    <Space.Compact block>
      <Select
        aria-label={labelled(label, t('components.many.how'))}
        style={{ width: 140 }}
        value={value.mode}
        onChange={mode => onChange({ ...value, mode })}
        options={LIST_MODES.map(mode => ({ value: mode, label: t(`components.many.modes.${mode}`) }))}
      />
      <MultiSelect
        id={id}
        isOpen={isOpen}
        tokenSeparators={[',']}
        style={{ flex: 1, minWidth: 0 }}
        placeholder={t('components.many.unchanged')}
        value={value.names}
        onChange={names => onChange({ ...value, names })}
        options={options.map(name => ({ value: name, label: name }))}
      />
    </Space.Compact>
  )
}
