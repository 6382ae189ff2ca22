import { CheckOutlined } from '@ant-design/icons'
import styles from './setup.module.css'

export function StepList({ titles, current }: { titles: string[]; current: number }) {
  return (
    <ol className={styles.steps}>
      {titles.map((title, index) => (
        <li key={title} aria-current={index === current ? 'step' : undefined} data-done={index < current}>
          <span className={styles.number}>{index < current ? <CheckOutlined /> : index + 1}</span>
          <span>{title}</span>
        </li>
      ))}
    </ol>
  )
}
