import { splitList } from '@tollgate/contract'
import type { SelectProps } from 'antd'
import { MultiSelect } from '../multi-select.tsx'
import { useShownAtOnce } from '../use-shown-at-once.ts'

interface SeveralSelectProps extends Pick<SelectProps<string[]>, 'showSearch' | 'style' | 'options'> {
  label: string
  /** Comma-separated, as in the address. */
  value: string
  onChange: (values: string) => void
}

/** A filter that takes several values. */
export function SeveralSelect({ label, value, onChange, ...select }: SeveralSelectProps) {
  const [shown, change] = useShownAtOnce(value, onChange)
  return (
    <MultiSelect
      allowClear
      aria-label={label}
      placeholder={label}
      maxTagCount="responsive"
      popupMatchSelectWidth={false}
      value={splitList(shown)}
      onChange={values => change(values.join(','))}
      {...select}
    />
  )
}
