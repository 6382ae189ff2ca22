import { Input } from 'antd'
import { type ComponentProps, useRef } from 'react'
import styles from './numbered-text.module.css'

/** A text area whose lines have numbers; long lines scroll instead of breaking. */
export function NumberedText(props: ComponentProps<typeof Input.TextArea>) {
  const gutter = useRef<HTMLPreElement>(null)
  const lines = String(props.value ?? '').split('\n').length
  return (
    <div className={styles.numbered}>
      <pre ref={gutter} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </pre>
      <Input.TextArea
        {...props}
        wrap="off"
        onScroll={({ currentTarget }) => gutter.current?.scrollTo({ top: currentTarget.scrollTop })}
      />
    </div>
  )
}
