import { useParams } from 'react-router'
import { BeginPage } from './begin.tsx'
import { RunPage } from './run.tsx'

/** Moving in from another gateway: the start of an import, and each import with its proof. */
export default function MovingInPage() {
  const { id } = useParams()
  return id && /^\d+$/.test(id) ? <RunPage key={id} id={Number(id)} /> : <BeginPage />
}
