import type { CSSProperties, HTMLAttributes, ReactNode } from 'react'
import styles from './tag.module.css'

/** Colours of the palette, and states. */
const STATES: Record<string, string> = { processing: 'info', success: 'success', warning: 'warning', error: 'error' }

interface TagProps extends HTMLAttributes<HTMLSpanElement> {
  /** A colour of the palette (`geekblue`) or a state (`success`); absent: grey. */
  color?: string | undefined
  children?: ReactNode
}

/** A word on a coloured background: a bare element, because lists have hundreds of them. */
export function Tag({ color, className, style, ...rest }: TagProps) {
  return (
    <span
      data-tag
      {...rest}
      className={className ? `${styles.tag} ${className}` : styles.tag}
      style={{ ...coloursOf(color), ...style }}
    />
  )
}

function coloursOf(color: string | undefined): CSSProperties | undefined {
  if (!color || color === 'default') return undefined
  const state = STATES[color]
  if (state) return { background: `var(--ant-color-${state}-bg)`, color: `var(--ant-color-${state})` }
  return { background: `var(--ant-${color}-1)`, color: `var(--ant-${color}-7)` }
}
