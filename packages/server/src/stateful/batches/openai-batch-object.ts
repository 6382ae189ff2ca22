import type { RelayBatchRow } from '../../platform/storage/schema.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

type Told = Record<string, unknown>

/** The purpose of the file in which an upstream reports failures; upstreams give both files the same name. */
export const ERRORS_OF_BATCH = 'batch_errors'
const RESULTS_OF_BATCH = 'batch_output'

/** Writes a batch with our ids instead of its upstream's. */
export function writeOpenAiBatch(batch: RelayBatchRow, told: Told = JSON.parse(batch.body)): Told {
  const own = (name: string, id: string) => (told[name] ? { [name]: id } : {})
  return {
    ...told,
    id: batch.id,
    input_file_id: batch.input_file,
    ...own('output_file_id', batch.output_file),
    ...own('error_file_id', batch.error_file),
  }
}

/** Stores the files that an upstream has written for the batch's owner, under their predetermined ids. */
export async function noteResultFiles(batch: RelayBatchRow, told: Told, { batches, now }: StatefulDeps): Promise<void> {
  const files = [
    [told.output_file_id, batch.output_file, RESULTS_OF_BATCH],
    [told.error_file_id, batch.error_file, ERRORS_OF_BATCH],
  ] as const
  for (const [upstreamId, id, purpose] of files) {
    if (typeof upstreamId !== 'string' || upstreamId === '') continue
    const object = { object: 'file', purpose: RESULTS_OF_BATCH, filename: `${id}.jsonl`, created_at: now(), bytes: 0 }
    await batches.insertFile({
      id,
      user_id: batch.user_id,
      channel_id: batch.channel_id,
      channel_key: batch.channel_key,
      upstream_id: upstreamId,
      purpose,
      body: JSON.stringify({ ...object, status: 'processed' }),
      created_at: now(),
    })
  }
}
