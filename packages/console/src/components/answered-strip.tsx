import type { CSSProperties } from 'react'
import styles from './answered-strip.module.css'
import { Hint } from './hint/index.tsx'

export interface AnsweredSpan {
  /** Unix seconds. */
  start: number
  /** Per mille of its calls; null: too few. */
  answered: number | null
}

interface AnsweredStripProps<Span extends AnsweredSpan> {
  spans: readonly Span[]
  wordsOf: (span: Span) => string
  /** Of the first and the last span. */
  ends: readonly [string, string]
}

/** A bar for each span of time, by the share of its calls that was answered. */
export function AnsweredStrip<Span extends AnsweredSpan>({ spans, wordsOf, ends }: AnsweredStripProps<Span>) {
  return (
    <>
      <ol className={styles.strip} style={{ '--spans': spans.length } as CSSProperties}>
        {spans.map(span => (
          <Hint key={span.start} title={wordsOf(span)}>
            <li data-kind={kindOf(span)}>
              <span className={styles.spoken}>{wordsOf(span)}</span>
            </li>
          </Hint>
        ))}
      </ol>
      <div className={styles.ends} aria-hidden="true">
        {ends.map(end => (
          <span key={end}>{end}</span>
        ))}
      </div>
    </>
  )
}

/** Per mille, at least. */
const GOOD = 990
const FAIR = 900

export function kindOf({ answered }: Pick<AnsweredSpan, 'answered'>): 'good' | 'fair' | 'bad' | 'quiet' {
  if (answered === null) return 'quiet'
  if (answered >= GOOD) return 'good'
  return answered >= FAIR ? 'fair' : 'bad'
}
