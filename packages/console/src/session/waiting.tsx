import { Mark } from '../components/mark.tsx'
import styles from './session.module.css'

/** Nothing at first, so that a quick answer does not flicker; then the pulsing mark. */
export const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    <Mark size={40} />
  </div>
)
