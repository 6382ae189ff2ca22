import type { CSSProperties, ReactNode } from 'react'
import { useIsPhone } from '../../components/use-is-phone.ts'
import styles from './dashboard.module.css'

export interface NumberRow {
  key: string | number
  name: ReactNode
  cells: ReactNode[]
  /** The length of the bar under it, 0 to 1. */
  share?: number
}

interface NumbersProps {
  label: string
  /** Headings of the names, then of each figure. */
  heads: string[]
  rows: NumberRow[]
}

const MOST_HEADS_ON_A_PHONE = 5

/** A small table of numbers: a name, then figures. On a phone, rows with many figures become a list. */
export function Numbers(props: NumbersProps) {
  const isPhone = useIsPhone()
  return isPhone && props.heads.length > MOST_HEADS_ON_A_PHONE ? <NumberList {...props} /> : <NumberTable {...props} />
}

function NumberTable({ label, heads, rows }: NumbersProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.numbers} aria-label={label}>
        <thead>
          <tr>
            {heads.map(head =>
              head === '' ? (
                <td key={head} />
              ) : (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells, share }) => (
            <tr key={key}>
              <th scope="row" style={barOf(share)}>
                {name}
              </th>
              {heads.slice(1).map((head, place) => (
                <td key={head}>{cells[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Each name over its labelled figures: the first figure on its own line, the rest on two lines. */
function NumberList({ label, heads, rows }: NumbersProps) {
  const columns = Math.ceil((heads.length - 2) / 2)
  return (
    <ul className={styles.numberList} style={{ '--columns': columns } as CSSProperties} aria-label={label}>
      {rows.map(({ key, name, cells, share }) => (
        <li key={key} style={barOf(share)}>
          <b>{name}</b>
          <dl>
            {heads.slice(1).map((head, place) => (
              <div key={head}>
                <dt>{head}</dt>
                <dd>{cells[place]}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

const barOf = (share: number | undefined) => (share === undefined ? {} : ({ '--share': share } as CSSProperties))
