import { useRoutes } from 'react-router'
import { pages } from '../pages.tsx'
import { PageFrame } from './page-frame.tsx'
import { Shell } from './shell.tsx'

/** The page table as routes: each address shows its page, framed, inside the shell. */
const routes = pages.flatMap(page =>
  page.addresses.map(path => ({
    path,
    element: (
      <Shell wide={page.wide}>
        <PageFrame page={page} />
      </Shell>
    ),
  })),
)

export const Routes = () => useRoutes(routes)
