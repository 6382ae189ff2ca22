import './lib/history-steps.ts'
import './global.css'
import './print.css'
import { numberFormat } from '@tollgate/contract'
import { StrictMode, startTransition } from 'react'
import { BrowserRouter } from 'react-router'
import { Providers } from './layout/providers.tsx'
import { Routes } from './layout/routes.tsx'
import { startPhrases } from './phrases/index.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

measureScrollBar()
// The site's policy forbids the code that zod would compile, and browsers report even its attempt. Its chunks come later.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
// The browser reads its tables at the first number: here, in a task of its own while the phrases are on their way.
setTimeout(() => numberFormat('en').format(0))

// Neither imported above, so that the browser runs it in a task of its own, nor awaited: the phrases' code is in this chunk.
import('react-dom/client').then(async ({ createRoot }) => {
  await startPhrases()
  // Drawn in slices, between which what the page asked for arrives.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          {/* Pages follow their address at once, because the next click is meant for the requested page. */}
          <BrowserRouter useTransitions={false}>
            <Routes />
          </BrowserRouter>
        </Providers>
      </StrictMode>,
    ),
  )
})

/**
 * Provides the width of the page's scroll bar to styles as `--scroll-bar`: text avoids it, so that a growing page does
 * not move sideways. Bars and backgrounds extend under it, up to the edge.
 */
function measureScrollBar(): void {
  const probe = document.createElement('div')
  probe.style.cssText = 'position: absolute; width: 50px; height: 50px; overflow: scroll; visibility: hidden'
  document.body.append(probe)
  document.documentElement.style.setProperty('--scroll-bar', `${probe.offsetWidth - probe.clientWidth}px`)
  probe.remove()
}
