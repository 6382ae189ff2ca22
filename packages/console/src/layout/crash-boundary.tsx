import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { PageNotice } from '../components/page-notice.tsx'
import { t } from '../phrases/index.ts'

interface Crashed {
  error?: Error
}

/** Shows the error instead of a page that failed to load or render. React supports this only in classes. */
export class CrashBoundary extends Component<{ children: ReactNode }, Crashed> {
  override state: Crashed = {}

  static getDerivedStateFromError(error: Error): Crashed {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <PageNotice
        title={t('layout.crash')}
        hint={error.message}
        action={
          <Button type="primary" onClick={() => location.reload()}>
            {t('layout.reload')}
          </Button>
        }
      />
    )
  }
}
