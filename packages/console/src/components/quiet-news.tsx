import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import styles from './quiet-news.module.css'

interface QuietNewsProps {
  /** The text, such as `3 new`. Without it nothing is shown, and nothing moves when it appears. */
  text: string | undefined
  onShow: () => void
}

/** Floats over a list that has newer rows; the shown rows stay until it is clicked. */
export function QuietNews({ text, onShow }: QuietNewsProps) {
  return (
    <div className={styles.place} role="status">
      {text && (
        <Button size="small" shape="round" icon={<ReloadOutlined />} className={styles.news} onClick={onShow}>
          {text}
        </Button>
      )}
    </div>
  )
}
