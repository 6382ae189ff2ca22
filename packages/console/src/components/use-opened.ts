import { useState } from 'react'

/** The row a form is open for, or a new one. */
interface Opened<Row> {
  row: Row | undefined
  /** Unique for each opening. */
  key: number
}

/** Forms close with an animation, and one that is still closing must not affect the next. Give each form its `key`. */
export function useOpened<Row>() {
  const [opened, setOpened] = useState<Opened<Row> & { isOpen: boolean }>({ row: undefined, key: 0, isOpen: false })
  return {
    opened: opened.isOpen ? opened : undefined,
    open: (row?: Row) => setOpened(({ key }) => ({ row, key: key + 1, isOpen: true })),
    close: () => setOpened(now => (now.key === opened.key ? { ...now, isOpen: false } : now)),
  }
}
