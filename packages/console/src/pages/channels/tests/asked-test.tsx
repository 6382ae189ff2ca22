import { useAddress } from '../../../components/data-table/use-filters.ts'
import { lazyForm } from '../../../components/lazy-form.tsx'
import { isRowId } from '../../../lib/row-id.ts'
import { useChannel } from '../api.ts'

const TestDialog = lazyForm(() => import('./test-dialog.tsx').then(file => file.TestDialog))

/** The test dialog of the channel whose id is in the address (`?test=4`), over the list. */
export function AskedTest() {
  const [address, write] = useAddress()
  const asked = address.get('test') ?? ''
  const id = isRowId(asked) ? Number(asked) : undefined
  const { data: channel } = useChannel(id)
  if (id === undefined || !channel) return null
  return <TestDialog key={id} channel={channel} onClose={() => write({ test: '' })} />
}
