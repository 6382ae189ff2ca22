import { Input } from 'antd'
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

const TYPING_PAUSE_MS = 400

interface SearchInputProps {
  label: string
  value: string
  onSearch: (text: string) => void
  prefix?: ReactNode
  style?: CSSProperties
}

/** A text filter that applies when typing pauses, and never during input-method composition. */
export function SearchInput({ label, value, onSearch, prefix, style }: SearchInputProps) {
  const [text, setText] = useState(value)
  const [isComposing, setComposing] = useState(false)

  // the value may also change from outside: by clear-all, or the browser's back button
  useEffect(() => setText(value), [value])

  const search = useEffectEvent(onSearch)
  useEffect(() => {
    if (isComposing || text.trim() === value) return
    const timer = setTimeout(() => search(text.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, value, isComposing])

  return (
    <Input
      allowClear
      aria-label={label}
      placeholder={label}
      prefix={prefix}
      style={style}
      value={text}
      onChange={event => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onPressEnter={event => {
        if (!event.nativeEvent.isComposing) onSearch(text.trim())
      }}
    />
  )
}
