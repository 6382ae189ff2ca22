import type { ReactNode } from 'react'
import styles from './dashboard.module.css'

export interface NumberRow {
  key: string | number
  name: ReactNode
  cells: ReactNode[]
  /** How long the bar under it is, 0 to 1. */
  share?: number
}

/** A small table of numbers: a name, then figures. */
export function Numbers({ label, heads, rows }: { label: string; heads: string[]; rows: NumberRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.numbers} aria-label={label}>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells, share }) => (
            <tr key={key}>
              <th scope="row" style={share === undefined ? {} : ({ '--share': share } as React.CSSProperties)}>
                {name}
              </th>
              {heads.slice(1).map((head, place) => (
                <td key={head}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
