import { DownOutlined } from '@ant-design/icons'
import type { RefSelectProps, SelectProps } from 'antd/es/select/index.js'
import { type ReactNode, type Ref, useState } from 'react'
import { later } from '../lib/later.ts'
import type { Asked } from './asked-select.tsx'
import styles from './light-select.module.css'

type LightSelectProps = SelectProps & { ref?: Ref<RefSelectProps> }

const useAskedSelect = later(() => import('./asked-select.tsx'))

// Forms opened by a click need the full select.
addEventListener('pointerdown', useAskedSelect.prepare, { once: true })

/**
 * Replaces the component library's `Select`, 30 KB that reading a list does not need: the selection is drawn plainly,
 * and becomes the library's own on hover or focus. `vite.config.ts` substitutes it.
 */
export default function Select(props: LightSelectProps) {
  const [asked, setAsked] = useState<Asked>()
  const isPlain = !props.variant && (!props.mode || (props.mode === 'multiple' && isNothing(props.value)))
  // Once the library's own has loaded it stays, even if the user removes its last value.
  const [wasFull, setWasFull] = useState(!isPlain)
  if (!isPlain && !wasFull) setWasFull(true)
  const AskedSelect = useAskedSelect(wasFull || asked !== undefined)
  const ask = (how: Partial<Asked>) =>
    setAsked(before => ({ isPressed: false, isFocused: false, typed: '', ...before, ...how }))
  // A click may arrive only after the library's select has loaded: then that one restarts, open.
  if (AskedSelect) return <AskedSelect key={String(asked?.isPressed ?? false)} asked={asked} {...props} />
  return <ClosedSelect {...props} typed={asked?.typed} onAsk={ask} onLeave={() => setAsked(undefined)} />
}

interface ClosedSelectProps extends LightSelectProps {
  typed: string | undefined
  onAsk: (how: Partial<Asked>) => void
  onLeave: () => void
}

function ClosedSelect({ typed = '', onAsk, onLeave, ...props }: ClosedSelectProps) {
  const { id, className = '', style, size, placeholder, mode, showSearch = mode === 'multiple', disabled } = props
  const chosen = labelOf(props)
  const named = Object.fromEntries(Object.entries(props).filter(([name]) => /^(aria|data)-/.test(name)))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it can be pressed and focused
    <div
      className={`ant-select ${styles.select} ${className}`}
      style={style}
      data-size={size}
      data-disabled={disabled || undefined}
      onPointerEnter={() => disabled || onAsk({})}
      onMouseDown={event => {
        // The replacement gets the focus. It appears after this press, which it would treat as a press outside, and
        // close.
        event.preventDefault()
        if (!disabled) setTimeout(onAsk, 0, { isPressed: true, isFocused: true })
      }}
    >
      <span className={styles.content} title={typeof chosen === 'string' ? chosen : undefined}>
        {!typed && (chosen ?? <span className={styles.placeholder}>{placeholder}</span>)}
        <input
          {...named}
          id={id}
          type="text"
          role="combobox"
          aria-expanded="false"
          aria-haspopup="listbox"
          autoComplete="off"
          disabled={disabled}
          readOnly={!showSearch}
          value={typed}
          onFocus={() => onAsk({ isFocused: true })}
          onBlur={onLeave}
          onClick={() => onAsk({ isPressed: true, isFocused: true })}
          onChange={event => onAsk({ isFocused: true, isPressed: true, typed: event.target.value })}
        />
      </span>
      <span className={styles.suffix}>
        <DownOutlined />
      </span>
    </div>
  )
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/** The label of the value; empty if there is none. */
function labelOf({ value, options = [], labelRender }: SelectProps): ReactNode {
  if (isNothing(value)) return undefined
  const all = options.flatMap(option => (Array.isArray(option.options) ? option.options : [option]))
  const found = all.find(option => option.value === value)
  const label = found?.label ?? String(value)
  return labelRender ? labelRender({ value, label }) : label
}
