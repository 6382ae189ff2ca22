import { describe, expect, test } from 'bun:test'
import { gather } from '../../canonical/gather.ts'
import { inputTotal, outputTotal } from '../../canonical/usage.ts'
import { asObject } from '../../raw/json.ts'
import { readRecordings } from './recordings.ts'
import { readRecording } from './run.ts'

const own = readRecordings().flatMap(recording => (recording.means ? [{ ...recording, means: recording.means }] : []))

describe('peculiarities of upstreams', () => {
  test.each(own)('$dialect: $quirk', recording => {
    const { parts, others, finish, error } = gather(readRecording(recording))
    const usage = finish?.usage && { input: inputTotal(finish.usage), output: outputTotal(finish.usage) }
    const told = error ? { error: error.message } : { reason: finish?.reason, usage }
    expect({ parts, ...(others.length > 0 && { others }), ...told }).toEqual(
      asObject(recording.means) as typeof told & { parts: typeof parts },
    )
  })
})
