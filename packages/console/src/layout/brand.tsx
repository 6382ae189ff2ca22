import { useEffect, useState } from 'react'
import { Mark } from '../components/mark.tsx'
import { useStatus } from '../session/status.tsx'
import styles from './brand.module.css'

/** The specification's default logo address, which stands for our own mark. */
const DEFAULT_LOGO = '/logo.png'

/** The operator's logo and name, or ours. If the logo does not load, the mark stays. */
export function Brand() {
  const { logo, system_name } = useStatus()
  const [broken, setBroken] = useState('')
  const ownLogo = logo !== '' && logo !== DEFAULT_LOGO && logo !== broken
  useTabIcon(ownLogo ? logo : OUR_ICON)
  return (
    <span className={styles.brand}>
      {ownLogo ? (
        <img className={styles.logo} src={logo} alt="" onError={() => setBroken(logo)} />
      ) : (
        <span className={styles.mark}>
          <Mark />
        </span>
      )}
      <span className={styles.name} translate="no">
        {system_name}
      </span>
    </span>
  )
}

const OUR_ICON = '/favicon.svg'

/** Sets the browser tab's icon to the same logo. */
function useTabIcon(address: string): void {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!icon || icon.getAttribute('href') === address) return
    icon.removeAttribute('type')
    icon.href = address
  }, [address])
}
