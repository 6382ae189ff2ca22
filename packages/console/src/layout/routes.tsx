import type { RouteObject } from 'react-router'
import { pages } from '../pages.tsx'
import { Crash } from './crash.tsx'
import { PageFrame } from './page-frame.tsx'
import { Shell } from './shell.tsx'

/** The route table as the router wants it: one shell, and a framed page for every address. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <Crash />,
    children: pages.flatMap(page =>
      page.addresses.map(path => ({ path, element: <PageFrame page={page} />, handle: page, errorElement: <Crash /> })),
    ),
  },
]
