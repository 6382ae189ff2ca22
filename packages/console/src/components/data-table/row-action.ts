import type { ReactNode } from 'react'

export interface RowAction {
  key: string
  label: string
  icon: ReactNode
  onClick: () => void
  /** The frequent ones are buttons; the rest wait in a menu. */
  frequent?: boolean
  danger?: boolean
  /** Shown, so that every row has the same actions, but of no use to this one. */
  disabled?: boolean
}
