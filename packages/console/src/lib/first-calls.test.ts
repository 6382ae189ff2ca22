import { expect, test } from 'bun:test'
import { DIALECTS, firstCall, PROGRAMS } from './first-calls.ts'

test('every example names the gateway, the token and the model', () => {
  for (const dialect of DIALECTS) {
    for (const program of PROGRAMS) {
      const code = firstCall(dialect, program, { address: 'https://gate.example', key: 'sk-abc', model: 'some-model' })
      for (const part of ['https://gate.example', 'sk-abc', 'some-model']) expect(code).toContain(part)
    }
  }
})
