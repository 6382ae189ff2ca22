import type { ReactNode } from 'react'
import { Tag } from './tag.tsx'

/** A tag with its own background colour; its text keeps the normal colour, which is readable on all of them. */
export function ColorTag({ color, children }: { color?: string | undefined; children: ReactNode }) {
  return (
    <Tag color={color} style={{ color: 'var(--ant-color-text)' }}>
      {children}
    </Tag>
  )
}
