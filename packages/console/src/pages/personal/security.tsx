import { useMissesSecondFactor } from '../../session/misses-second-factor.ts'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import styles from './security.module.css'

/** The protections of the user's sign-in besides the password. */
export function Security() {
  const misses = useMissesSecondFactor()
  return (
    <div className={styles.columns}>
      <SecondFactor />
      {!misses && <Passkeys />}
    </div>
  )
}
