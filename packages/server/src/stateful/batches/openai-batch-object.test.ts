import { expect, test } from 'bun:test'
import type { RelayBatchRow } from '../../platform/storage/schema.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { noteResultFiles, writeOpenAiBatch } from './openai-batch-object.ts'

const batch = {
  id: 'batch_own',
  user_id: 5,
  channel_id: 2,
  input_file: 'file-in',
  output_file: 'file-out',
  error_file: 'file-err',
} as RelayBatchRow

test('a batch is written with our ids, and with files once its upstream has written them', () => {
  const told = { id: 'up', input_file_id: 'up-in', output_file_id: 'up-out', error_file_id: null, status: 'completed' }
  expect(writeOpenAiBatch(batch, told)).toEqual({
    ...told,
    id: 'batch_own',
    input_file_id: 'file-in',
    output_file_id: 'file-out',
  })
})

test('only files that an upstream has written are given to the owner', async () => {
  const noted = async (told: Record<string, unknown>) => {
    const files: { id: string; upstream_id: string; purpose: string }[] = []
    const deps = {
      batches: { insertFile: async (file: (typeof files)[number]) => void files.push(file) },
      now: () => 7,
    }
    await noteResultFiles(batch, told, deps as unknown as StatefulDeps)
    return files.map(({ id, upstream_id, purpose }) => [id, upstream_id, purpose])
  }
  expect(await noted({ output_file_id: 'up-out', error_file_id: 'up-err' })).toEqual([
    ['file-out', 'up-out', 'batch_output'],
    ['file-err', 'up-err', 'batch_errors'],
  ])
  expect(await noted({ output_file_id: '', error_file_id: null })).toEqual([])
  expect(await noted({ error_file_id: 'up-err' })).toEqual([['file-err', 'up-err', 'batch_errors']])
})
