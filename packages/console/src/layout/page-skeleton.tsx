import styles from './page-skeleton.module.css'

/** Placeholder for a page whose code is loading: its title in its place, and the outline of the content. */
export const PageSkeleton = ({ title }: { title: string }) => (
  <div className={styles.page} aria-busy="true">
    <h1>{title}</h1>
    {LINES.map(width => (
      <span key={width} style={{ width }} />
    ))}
  </div>
)

const LINES = ['38%', '100%', '92%', '96%', '84%']
