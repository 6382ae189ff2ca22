import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { splitList } from '@tollgate/contract'
import type { CSSProperties } from 'react'
import { useState } from 'react'
import { usePaused } from '../lib/use-paused.ts'
import { MultiSelect } from './multi-select.tsx'
import { useShownAtOnce } from './use-shown-at-once.ts'

const TYPING_PAUSE_MS = 200

export interface Choice {
  value: string
  label: string
}

interface SearchedSelectProps {
  /** The key of the choices among cached queries. */
  name: string
  label: string
  /** Comma-separated, as in the address. */
  value: string
  onChange: (values: string) => void
  /** Returns choices for what was typed. Asked only while the field is open. */
  find: (keyword: string) => Promise<Choice[]>
  /** How a value is shown that was not found. */
  labelOf?: (value: string) => string
  /** Whether a typed text is a value even if it was not found. */
  isValue: (text: string) => boolean
  /** Keeps values out of the page, where antd puts them beside their labels. */
  isSensitive?: boolean
  style?: CSSProperties
}

/** A filter that takes several values, which are searched while typing. */
export function SearchedSelect({ name, find, labelOf = value => value, ...rest }: SearchedSelectProps) {
  const { label, isValue, isSensitive = false, style } = rest
  const [value, change] = useShownAtOnce(rest.value, rest.onChange)
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const keyword = usePaused(typed.trim(), TYPING_PAUSE_MS)
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [name, 'picker', keyword],
    queryFn: () => find(keyword),
    placeholderData: keepPreviousData,
    enabled: isOpen,
    meta: { quiet: true },
  })
  const chosen = splitList(value)
  const text = typed.trim()
  // Enter takes the first choice, which must not be one for an earlier text.
  const found = data && (text === '' || (keyword === text && !isPlaceholderData)) ? data : []
  const named = (one: string) => found.find(choice => choice.value === one) ?? { value: one, label: labelOf(one) }
  const all = [...(isValue(text) ? [named(text)] : []), ...found, ...chosen.map(named)]
  const choices = [...new Map(all.map(choice => [choice.value, choice])).values()]
  const keyOf = (value: string) => (isSensitive ? String(choices.findIndex(choice => choice.value === value)) : value)
  const choiceOf = (key: string) => (isSensitive ? (choices[Number(key)]?.value ?? '') : key)
  return (
    <MultiSelect
      allowClear
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      aria-label={label}
      placeholder={label}
      maxTagCount="responsive"
      popupMatchSelectWidth={260}
      loading={isFetching}
      notFoundContent={isFetching ? null : undefined}
      {...(style && { style })}
      value={chosen.map(keyOf)}
      options={choices.map(choice => ({ value: keyOf(choice.value), label: choice.label }))}
      onOpenChange={setOpen}
      onChange={keys => {
        setTyped('')
        change(keys.map(choiceOf).join(','))
      }}
    />
  )
}
