import { Tag } from 'antd'
import type { ReactNode } from 'react'

/** A tag that is told apart by its ground; its words keep the text colour, which reads on every ground. */
export function ColorTag({ color, children }: { color?: string; children: ReactNode }) {
  return (
    <Tag color={color} style={{ color: 'var(--ant-color-text)' }}>
      {children}
    </Tag>
  )
}
