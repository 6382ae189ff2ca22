import type { FetchWorker } from '../http/fetch-by-worker.ts'
import type { Options } from './index.ts'

/** The worker of the current options; null: this server fetches by itself. */
export function fetchWorker(options: Options): FetchWorker | null {
  const url = options.get('WorkerUrl')
  if (url === '') return null
  return { url, key: options.get('WorkerValidKey'), allowsHttp: options.get('WorkerAllowHttpImageRequestEnabled') }
}
