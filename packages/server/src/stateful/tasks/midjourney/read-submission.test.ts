import { describe, expect, test } from 'bun:test'
import { patchObject } from '@tollgate/gateway'
import fc from 'fast-check'
import { ApiError } from '../../../platform/http/api-error.ts'
import { readSubmission } from './read-submission.ts'
import { dearestOf } from './submit.ts'

type Options = Parameters<typeof readSubmission>[2]

const optionsOf = (on: Record<string, boolean> = {}) => ({ get: (key: string) => on[key] ?? false }) as Options

function read(path: string, body: object | string, on?: Record<string, boolean>) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const request = readSubmission(path, text, optionsOf(on))
  return { ...request, sent: JSON.parse(patchObject(request.body, request.patches).text) }
}

function refusal(path: string, body: object | string): string {
  try {
    read(path, body)
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
  throw new Error('it was taken')
}

const pictures = (count: number) => Array.from({ length: count }, () => 'data:image/png;base64,AA==')

test.each([
  ['/submit/imagine', { prompt: 'a cat' }, 'IMAGINE', null],
  ['/submit/change', { taskId: 't', action: 'UPSCALE', index: 1 }, 'UPSCALE', 't'],
  ['/submit/change', { taskId: 't', action: 'variation', index: 4 }, 'VARIATION', 't'],
  ['/submit/change', { taskId: 't', action: 'REROLL' }, 'REROLL', 't'],
  ['/submit/simple-change', { content: 't u2' }, 'UPSCALE', 't'],
  ['/submit/describe', { base64: 'data:image/png;base64,AA==' }, 'DESCRIBE', null],
  ['/submit/describe', { link: 'https://example.com/a.png' }, 'DESCRIBE', null],
  ['/submit/shorten', { prompt: 'a cat' }, 'SHORTEN', null],
  ['/submit/blend', { base64Array: pictures(2) }, 'BLEND', null],
  ['/submit/action', { taskId: 't', customId: 'MJ::JOB::upsample::1::x' }, 'UPSCALE', 't'],
  ['/submit/action', { taskId: 't', customId: 'MJ::Inpaint::1::x' }, 'INPAINT', 't'],
  ['/submit/modal', { taskId: 't', prompt: 'a dog' }, 'MODAL', 't'],
  ['/submit/upload-discord-images', { base64Array: pictures(1) }, 'UPLOAD', null],
  ['/submit/video', { prompt: 'it moves', image: 'https://example.com/a.png' }, 'VIDEO', null],
  ['/submit/video', { taskId: 't', action: 'extend', index: 1 }, 'VIDEO', 't'],
  ['/submit/edits', { prompt: 'a hat', image: 'data:,' }, 'EDITS', null],
  ['/insight-face/swap', { sourceBase64: 'a', targetBase64: 'b' }, 'SWAP_FACE', null],
])('%s %j is %s on %p', (path, body, action, origin) => {
  const request = read(path, body)
  expect([request.action, request.origin?.taskId ?? null]).toEqual([action, origin])
  expect(request.sent).toEqual(body)
})

test.each([
  ['/submit/imagine', {}, 'prompt_is_required'],
  ['/submit/imagine', { prompt: '  ' }, 'prompt_is_required'],
  ['/submit/imagine', { prompt: 7 }, 'prompt_is_required'],
  ['/submit/imagine', [], 'body_not_json'],
  ['/submit/imagine', '{"prompt":', 'body_not_json'],
  ['/submit/change', { action: 'UPSCALE', index: 1 }, 'task_id_is_required'],
  ['/submit/change', { taskId: 't', index: 1 }, 'action_is_required'],
  ['/submit/change', { taskId: 't', action: 'EXPLODE', index: 1 }, 'unknown_action'],
  ['/submit/change', { taskId: 't', action: 'UPSCALE' }, 'index_is_required'],
  ['/submit/change', { taskId: 't', action: 'UPSCALE', index: 5 }, 'index_is_required'],
  ['/submit/simple-change', {}, 'content_is_required'],
  ['/submit/simple-change', { content: 'U1' }, 'content_parse_failed'],
  ['/submit/describe', {}, 'base64_is_required'],
  ['/submit/blend', { base64Array: pictures(1) }, 'base64_array_out_of_range'],
  ['/submit/blend', { base64Array: pictures(6) }, 'base64_array_out_of_range'],
  ['/submit/blend', { base64Array: [1, 2] }, 'base64_array_out_of_range'],
  ['/submit/action', { taskId: 't' }, 'custom_id_is_required'],
  ['/submit/action', { taskId: 't', customId: 'MJ::BOOKMARK::x' }, 'unknown_action'],
  ['/submit/modal', {}, 'task_id_is_required'],
  ['/submit/video', { motion: 'low' }, 'prompt_is_required'],
  ['/submit/video', { prompt: 'x', batchSize: 1000 }, 'count_out_of_range'],
  ['/submit/edits', { prompt: 'x' }, 'image_is_required'],
  ['/insight-face/swap', { sourceBase64: 'a' }, 'sour_base64_and_target_base64_is_required'],
  ['/submit/nothing', {}, 'route_unknown'],
])('%s %j is refused: %s', (path, body, code) => {
  expect(refusal(path, body)).toBe(code)
})

describe('the request sent upstream', () => {
  const body = {
    prompt: 'a cat --fast  --relaxed --turbo',
    accountFilter: { modes: ['TURBO'] },
    notifyHook: 'https://me/',
  }

  test('has no accounts or hooks of the client unless the operator allows them', () => {
    expect(read('/submit/imagine', body).sent).toEqual({ prompt: body.prompt })
    expect(read('/submit/imagine', body).notifyHook).toBe('')
    const allowed = read('/submit/imagine', body, { MjAccountFilterEnabled: true, MjNotifyEnabled: true })
    expect(allowed.sent).toEqual({ prompt: body.prompt, accountFilter: body.accountFilter })
    expect(allowed.notifyHook).toBe('https://me/')
  })

  test('has no speed in its prompt if the operator decides it', () => {
    expect(read('/submit/imagine', body, { MjModeClearEnabled: true }).sent.prompt).toBe('a cat --relaxed')
  })

  const speed = fc.constantFrom('fast', 'relax', 'turbo').chain(word => fc.mixedCase(fc.constant(word)))
  const flag = fc.tuple(fc.constantFrom('--', '—', '–'), speed).map(parts => parts.join(''))
  const words = fc.constantFrom('a cat', '--v 7', 'turbo', '--turbocharged', 'x--fast')
  const prompts = fc.array(fc.oneof(flag, words), { minLength: 1, maxLength: 5 })

  test('is priced by its speeds, however they are spelled', () => {
    fc.assert(
      fc.property(prompts, fc.subarray(['TURBO', 'Fast', 'relax']), fc.boolean(), (parts, modes, isAllowed) => {
        const asked = { prompt: `a ${parts.join(' ')}`, accountFilter: { modes } }
        const named = parts.filter(part => /^(--|—|–)(fast|relax|turbo)$/i.test(part))
        const chosen = [...named.map(part => part.replace(/^\W+/, '')), ...(isAllowed ? modes : [])]
        const options = { MjAccountFilterEnabled: isAllowed }
        expect(read('/submit/imagine', asked, options).speeds).toEqual(chosen.map(word => word.toLowerCase()))
        const cleared = read('/submit/imagine', asked, { MjModeClearEnabled: true })
        expect([cleared.speeds, ...named.filter(part => cleared.sent.prompt.split(' ').includes(part))]).toEqual([[]])
      }),
      { seed: 25 },
    )
  })

  test('costs the dearest of the speeds in its path and prompt', () => {
    const given = fc.array(fc.constantFrom('turbo', 'fast', '', 'relax'), { minLength: 1 })
    const wanted = (speeds: readonly string[]) => ['turbo', 'fast', '', 'relax'].find(one => speeds.includes(one))
    fc.assert(
      fc.property(given, speeds => {
        expect(dearestOf(speeds)).toBe(wanted(speeds) ?? '')
        expect(dearestOf([...speeds, 'turbo'])).toBe('turbo')
      }),
      { seed: 25 },
    )
  })

  test.each([
    '{"prompt":"a","NotifyHook":"http://x"}',
    '{"prompt":"a","notifyHook":"a","notifyHook":"b"}',
    '{"PROMPT":"b","prompt":"a"}',
  ])('is not %s, which upstreams may read otherwise', text => {
    expect(refusal('/submit/imagine', text)).toBe('member_ambiguous')
  })

  test('names the origin by the upstream’s id', () => {
    const { origin } = read('/submit/simple-change', { content: 'task_1 v3' })
    expect(origin?.named('1732')).toEqual({ content: '1732 V3' })
    expect(read('/submit/modal', { taskId: 'task_1' }).origin?.named('1732')).toEqual({ taskId: '1732' })
  })
})

test('has its text refused unread if too long, but not its pictures', () => {
  const long = 'a'.repeat(64 * 1024)
  expect(refusal('/submit/imagine', { prompt: long })).toBe('task_member_invalid')
  expect(refusal('/submit/action', { taskId: 't', customId: long })).toBe('task_member_invalid')
  expect(read('/submit/edits', { prompt: 'a cat', image: long }).action).toBe('EDITS')
})
