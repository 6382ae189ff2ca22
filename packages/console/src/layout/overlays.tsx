import type { useAppProps } from 'antd/es/app/context.js'
import App from 'antd/es/app/index.js'
import { useEffect } from 'react'

/** Long enough to read, even for a user who was looking elsewhere. */
const SHOWN_SECONDS = 6

/** The toasts and questions of the component library. */
export default function Overlays({ onReady }: { onReady: (library: useAppProps) => void }) {
  return (
    <App component={false} message={{ duration: SHOWN_SECONDS }}>
      <Ready onReady={onReady} />
    </App>
  )
}

function Ready({ onReady }: { onReady: (library: useAppProps) => void }) {
  const library = App.useApp()
  useEffect(() => onReady(library), [onReady, library])
  return null
}
