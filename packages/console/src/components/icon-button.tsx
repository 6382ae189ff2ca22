import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './icon-button.module.css'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  'aria-label': string
  icon: ReactNode
}

/** The small button of a row: a plain one, because a list has hundreds of them. */
export function IconButton({ icon, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={className ? `${styles.button} ${className}` : styles.button}>
      {icon}
    </button>
  )
}
