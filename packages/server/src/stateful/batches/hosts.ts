import type { BatchHost, Format } from '@tollgate/gateway'
import type { RelayBatchRow } from '../../platform/storage/schema.ts'
import { formatOfPath } from './batch-channels.ts'
import { readAnthropicResult, readOpenAiResult } from './results.ts'

type Told = Record<string, unknown>

/** A host's names for statuses, and where its results are. */
interface BatchWords {
  /** Where batches are created and listed. */
  path: string
  /** Returns the status that the host reports. */
  status(told: Told): string
  /** Final statuses. */
  over: readonly string[]
  /** Returns where the results are; null: there are none. */
  results(told: Told, upstreamId: string): string | null
  readResult: typeof readOpenAiResult
  /** Counts of its requests. */
  format(batch: RelayBatchRow): Format
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** By the host's protocol. */
export const batchWords: Readonly<Record<BatchHost['protocol'], BatchWords>> = {
  // https://platform.openai.com/docs/api-reference/batch/object
  openai: {
    path: '/v1/batches',
    status: told => text(told.status),
    over: ['completed', 'failed', 'expired', 'cancelled'],
    results: ({ output_file_id: id }) => (text(id) === '' ? null : `/v1/files/${encodeURIComponent(text(id))}/content`),
    readResult: readOpenAiResult,
    format: ({ endpoint }) => formatOfPath(endpoint),
  },
  // https://platform.claude.com/docs/en/api/retrieving-message-batches
  anthropic: {
    path: '/v1/messages/batches',
    status: told => text(told.processing_status),
    over: ['ended'],
    results: ({ results_url: url }, id) =>
      text(url) === '' ? null : `/v1/messages/batches/${encodeURIComponent(id)}/results`,
    readResult: readAnthropicResult,
    format: () => 'anthropic-messages',
  },
}

/** Returns the path of a batch. */
export const pathOfBatch = ({ protocol, upstream_id }: RelayBatchRow): string =>
  `${batchWords[protocol].path}/${encodeURIComponent(upstream_id)}`
