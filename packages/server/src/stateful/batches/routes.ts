import { endpoints } from '@tollgate/gateway'
import { OPENAI_ROOT, type RelayEndpoint } from '../../relay/call/endpoints.ts'
import { createFile, deleteFile, getFile, getFileContent, listFiles } from './files.ts'
import {
  cancelMessageBatch,
  createMessageBatch,
  deleteMessageBatch,
  getMessageBatch,
  getMessageBatchResults,
  listMessageBatches,
} from './message-batches.ts'
import { cancelBatch, createBatch, getBatch, listBatches } from './openai-batches.ts'
import type { BatchHandler } from './serve-batch-call.ts'

type Method = 'GET' | 'POST' | 'DELETE'

interface BatchRoute {
  /** `:id` stands for an id. */
  path: string
  endpoint: RelayEndpoint
  handlers: Partial<Record<Method, BatchHandler>>
}

const anthropic: RelayEndpoint = {
  path: '/v1/messages/batches',
  format: 'anthropic-messages',
  errors: endpoints['anthropic-messages'].errors,
}

const route = (endpoint: RelayEndpoint, path: string, handlers: BatchRoute['handlers']): BatchRoute => ({
  path,
  endpoint: { ...endpoint, path },
  handlers,
})

/** Every path of files and batches, with its handler. */
export const batchRoutes: readonly BatchRoute[] = [
  route(OPENAI_ROOT, '/v1/files', { GET: listFiles, POST: createFile }),
  route(OPENAI_ROOT, '/v1/files/:id', { GET: getFile, DELETE: deleteFile }),
  route(OPENAI_ROOT, '/v1/files/:id/content', { GET: getFileContent }),
  route(OPENAI_ROOT, '/v1/batches', { GET: listBatches, POST: createBatch }),
  route(OPENAI_ROOT, '/v1/batches/:id', { GET: getBatch }),
  route(OPENAI_ROOT, '/v1/batches/:id/cancel', { POST: cancelBatch }),
  route(anthropic, '/v1/messages/batches', { GET: listMessageBatches, POST: createMessageBatch }),
  route(anthropic, '/v1/messages/batches/:id', { GET: getMessageBatch, DELETE: deleteMessageBatch }),
  route(anthropic, '/v1/messages/batches/:id/cancel', { POST: cancelMessageBatch }),
  route(anthropic, '/v1/messages/batches/:id/results', { GET: getMessageBatchResults }),
]

/** Returns the part of a request's path at `:id`; empty: the route has none. */
export function idIn(path: string, pathname: string): string {
  const at = path.split('/').indexOf(':id')
  const id = at < 0 ? '' : (pathname.split('/')[at] ?? '')
  return /^[\w-]{1,128}$/.test(id) ? id : ''
}
