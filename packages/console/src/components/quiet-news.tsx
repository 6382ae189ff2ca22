import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import styles from './quiet-news.module.css'

interface QuietNewsProps {
  /** What there is: `3 new`. Without it there is nothing to see, and nothing moves when it comes. */
  text: string | undefined
  onShow: () => void
}

/** Floats over a list that could show more than it does; what is read stays where it is until it is pressed. */
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
