import './global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './layout/providers.tsx'
import { routes } from './layout/routes.tsx'
import { startPhrases } from './phrases/index.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await startPhrases()
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createBrowserRouter(routes)} />
    </Providers>
  </StrictMode>,
)
