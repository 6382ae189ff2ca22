import AppContext, { type useAppProps } from 'antd/es/app/context.js'
import useStyle from 'antd/es/app/style/index.js'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'

/** What draws toasts and questions: 27 KB that a first visit has no use for. */
const Overlays = lazyPart(() => import('./overlays.tsx'))

/**
 * Replaces the component library's `App`, which every page would load with all that it can show. What a page asks to be shown
 * waits for the library's own. `vite.config.ts` puts it in place.
 */
export default function App({ children }: { children: ReactNode }) {
  const [hash, variables] = useStyle('ant-app')
  const [{ api, isAsked, arrive }] = useState(makeLateApi)
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => isAsked(() => setNeeded(true)), [isAsked])

  return (
    <AppContext value={api}>
      <div className={`ant-app ${hash} ${variables}`}>
        {children}
        {isNeeded && <Overlays onReady={arrive} />}
      </div>
    </AppContext>
  )
}

App.useApp = () => useContext(AppContext)

/** The library's functions before it is there. */
function makeLateApi() {
  const { promise: library, resolve: arrive } = Promise.withResolvers<useAppProps>()
  const asked = Promise.withResolvers<void>()
  const later =
    <Input extends unknown[], Output>(act: (library: useAppProps) => (...input: Input) => Output) =>
    async (...input: Input) => {
      asked.resolve()
      return act(await library)(...input)
    }
  // The console uses these of the library's, and of what they return that it can be awaited.
  const api = {
    message: {
      success: later(({ message }) => message.success),
      error: later(({ message }) => message.error),
      info: later(({ message }) => message.info),
      warning: later(({ message }) => message.warning),
      destroy: later(({ message }) => message.destroy),
    },
    modal: {
      confirm: later(({ modal }) => modal.confirm),
      info: later(({ modal }) => modal.info),
      warning: later(({ modal }) => modal.warning),
    },
  } as unknown as useAppProps
  return { api, arrive, isAsked: (then: () => void) => void asked.promise.then(then) }
}

// It is there by the time a click has been answered, and when the answer is that the gateway is gone.
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, Overlays.prepare, { once: true })
