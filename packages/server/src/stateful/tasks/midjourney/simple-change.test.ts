import { expect, test } from 'bun:test'
import { readSimpleChange } from './simple-change.ts'

test.each([
  ['task_1 U1', 'UPSCALE', 'U1'],
  ['task_1 v4', 'VARIATION', 'V4'],
  [' task_1   r ', 'REROLL', 'R'],
])('%j', (content, action, rest) => {
  expect(readSimpleChange(content)).toEqual({ taskId: 'task_1', action, rest })
})

test.each(['', 'U1', 'task_1', 'task_1 U5', 'task_1 V0', 'task_1 R1', 'task_1 U1 U2', 'task_1 X1'])(
  '%j is not a change',
  content => {
    expect(readSimpleChange(content)).toBeNull()
  },
)
