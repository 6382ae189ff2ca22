import { Tag } from 'antd'
import type { ReactNode } from 'react'

/** A tag with its own background colour; its text keeps the normal colour, which is readable on all of them. */
export function ColorTag({ color, children }: { color?: string; children: ReactNode }) {
  return (
    <Tag color={color} style={{ color: 'var(--ant-color-text)' }}>
      {children}
    </Tag>
  )
}
