import { LOG_TYPE } from '@tollgate/contract'
import type { LogRow } from './api.ts'
import styles from './log.module.css'

/** Placeholder for an opened row whose code is loading, as high as most rows of its kind. */
export const DetailsSkeleton = ({ row: { type } }: { row: LogRow }) => (
  <div className={styles.detailsSkeleton} aria-busy="true" data-has-receipt={type === LOG_TYPE.consume}>
    {LINES.map(width => (
      <span key={width} style={{ width }} />
    ))}
  </div>
)

const LINES = ['18%', '42%', '46%', '38%', '44%']
