import { Fragment } from 'react'
import styles from './example.module.css'

export interface OutcomePart {
  label: string
  lines: readonly string[]
  /** Lines that stand out. */
  changed?: (line: string) => boolean
  /** Said below the lines. */
  sentences?: readonly string[]
}

/** Steps of an example, each with its lines. */
export const Outcome = ({ parts }: { parts: readonly OutcomePart[] }) => (
  <div className={styles.outcome}>
    {parts.map(({ label, lines, changed, sentences = [] }) => (
      <Fragment key={label}>
        <span>{label}</span>
        {lines.length > 0 && (
          <pre>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
              <span key={index} data-changed={changed?.(line) === true}>
                {`${line}\n`}
              </span>
            ))}
          </pre>
        )}
        {sentences.map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Fragment>
    ))}
  </div>
)
