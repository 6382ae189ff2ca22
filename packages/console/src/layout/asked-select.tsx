import RealSelect, { type RefSelectProps, type SelectProps } from 'antd/es/select/index.js'
import { useEffect, useEffectEvent, useRef } from 'react'

/** How it was opened. */
export interface Asked {
  isPressed: boolean
  isFocused: boolean
  /** The text typed before the library's select loaded. */
  typed: string
}

/** The component library's select, opened or focused as requested. */
export default function AskedSelect({ asked, ...props }: SelectProps & { asked: Asked | undefined }) {
  const select = useRef<RefSelectProps>(null)
  const begin = useEffectEvent(() => {
    if (asked?.isPressed) props.onOpenChange?.(true)
    if (asked?.typed) type(select.current?.nativeElement.querySelector('input'), asked.typed)
  })
  useEffect(() => begin(), [])
  return <RealSelect ref={select} autoFocus={asked?.isFocused} defaultOpen={asked?.isPressed} {...props} />
}

/** Enters the text as if it had been typed there. */
function type(input: HTMLInputElement | null | undefined, text: string): void {
  if (!input) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
