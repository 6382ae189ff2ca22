import { Select, type SelectProps } from 'antd'
import type { KeyboardEvent } from 'react'

interface MultiSelectProps<Value> extends Omit<SelectProps<Value[]>, 'mode'> {
  /** Names that are not among the options may be typed. */
  isOpen?: boolean
}

/** A choice of several values. Tab leaves it without choosing the highlighted option, unlike in antd's own. */
export function MultiSelect<Value extends string | number = string>({ isOpen, ...select }: MultiSelectProps<Value>) {
  return <Select<Value[]> {...KEYS} mode={isOpen ? 'tags' : 'multiple'} {...select} />
}

/** It passes on the props of its element, which its types do not have. */
const KEYS: object = {
  onKeyDownCapture(event: KeyboardEvent) {
    if (event.key === 'Tab') event.stopPropagation()
  },
}
