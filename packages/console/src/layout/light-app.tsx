import AppContext, { type useAppProps } from 'antd/es/app/context.js'
import useStyle from 'antd/es/app/style/index.js'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { lazyPart } from '../lib/lazy-part.tsx'

/** Draws toasts and questions: 27 KB that a first visit does not need. */
const Overlays = lazyPart(() => import('./overlays.tsx'))

/**
 * Replaces the component library's `App`, which would load everything it can show on every page. Requests wait until
 * the library's own has loaded. `vite.config.ts` substitutes it.
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

/** Stands in for the library's functions until they are loaded. */
function makeLateApi() {
  const { promise: library, resolve: arrive } = Promise.withResolvers<useAppProps>()
  const asked = Promise.withResolvers<void>()
  const later =
    <Input extends unknown[], Output>(act: (library: useAppProps) => (...input: Input) => Output) =>
    async (...input: Input) => {
      asked.resolve()
      return act(await library)(...input)
    }
  // The console uses only these functions, and only awaits their results.
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

// It is loaded by the time a click is answered, even if the answer is that the gateway is unreachable.
for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, Overlays.prepare, { once: true })
