import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { DrawingRow } from '../../../platform/storage/schema.ts'
import { midjourneyPolling } from './polling.ts'
import { readReport } from './report.ts'

const report = (fields: object) => readReport({ id: '17', ...fields })?.progress

describe('an upstream’s report of a task', () => {
  test.each([
    ['', '', undefined, 'queued', ''],
    ['NOT_START', '0%', undefined, 'queued', 'NOT_START'],
    ['SUBMITTED', '0%', '', 'queued', 'SUBMITTED'],
    ['IN_PROGRESS', '62%', null, 'running', 'IN_PROGRESS'],
    ['MODAL', '0%', '', 'running', 'MODAL'],
    ['SUCCESS', '100%', '', 'succeeded', 'SUCCESS'],
    ['FAILURE', '', 'no', 'failed', 'FAILURE'],
    ['CANCEL', '0%', '', 'failed', 'FAILURE'],
    ['IN_PROGRESS', '31%', 'banned', 'failed', 'FAILURE'],
    ['SUCCESS', '100%', 'left over', 'succeeded', 'SUCCESS'],
    ['BREWING', '5%', '', 'running', 'BREWING'],
  ] as const)('%s at %s, reason %p: %s', (status, progress, failReason, state, shown) => {
    expect(report({ status, progress, failReason })).toMatchObject({ state, status: shown })
  })

  test('changes what it contains and leaves the rest unchanged', () => {
    const told = {
      status: 'SUCCESS',
      progress: '100%',
      imageUrl: 'https://cdn/1.png',
      promptEn: 'a cat',
      finishTime: 5,
    }
    expect(report(told)).toMatchObject({
      change: { image_url: 'https://cdn/1.png', prompt_en: 'a cat' },
      finishedAt: 5,
    })
    expect(report({ status: 'IN_PROGRESS', imageUrl: 'javascript:alert(1)', startTime: -1 })?.change).toEqual({})
  })

  test('has the URLs of a video', () => {
    const videoUrls = [{ url: 'https://cdn/1.mp4' }, { url: 'https://cdn/2.mp4' }, { url: 'file:///etc/passwd' }]
    expect(report({ status: 'SUCCESS', videoUrls })?.change).toEqual({
      video_url: 'https://cdn/1.mp4',
      data: '{"videoUrls":["https://cdn/1.mp4","https://cdn/2.mp4"]}',
    })
  })

  test('has at most sixteen URLs, texts of 100,000 characters and statuses of 32', () => {
    const videoUrls = Array.from({ length: 17 }, (_, at) => `https://cdn/${at}.mp4`)
    const told = report({
      status: 's'.repeat(32),
      videoUrls,
      prompt: 'p'.repeat(100_000),
      promptEn: 'p'.repeat(100_001),
    })
    expect(told?.status).toBe('s'.repeat(32))
    expect(told?.change?.prompt).toHaveLength(100_000)
    expect(told?.change).not.toHaveProperty('prompt_en')
    expect(JSON.parse(told?.change?.data ?? '').videoUrls).toEqual(videoUrls.slice(0, 16))
    expect(report({ status: 's'.repeat(33) })).toBeUndefined()
  })

  test.each(
    [null, [], '17', {}, { id: '' }, { id: {} }, { id: '1', status: 5 }, { id: '1', status: 'x'.repeat(99) }].map(
      told => ({ told }),
    ),
  )('$told is not understood', ({ told }) => {
    expect(readReport(told)).toBeNull()
  })

  test('always has a percentage as progress, and only web URLs', () => {
    fc.assert(
      fc.property(
        fc.record({ id: fc.string(), progress: fc.anything(), imageUrl: fc.anything(), videoUrls: fc.anything() }),
        told => {
          const progress = readReport(told)?.progress
          if (!progress) return
          expect(progress.progress ?? 0).toBeWithin(0, 101)
          expect(progress.change?.image_url ?? 'http://').toMatch(/^https?:/i)
        },
      ),
      { seed: 13, numRuns: 300 },
    )
  })
})

describe('a poll', () => {
  const rows = ['17', '18', '18', '19'].map(upstream_id => ({ upstream_id }) as DrawingRow)
  const channel = { baseUrl: 'http://up', key: 'k' } as Parameters<typeof midjourneyPolling.ask>[1]

  test('asks for each id once, with the secret', () => {
    expect(midjourneyPolling.ask(rows, channel, { now: () => 0 })).toEqual({
      method: 'POST',
      url: 'http://up/mj/task/list-by-condition',
      headers: { 'mj-api-secret': 'k', 'content-type': 'application/json' },
      body: '{"ids":["17","18","19"]}',
    })
  })

  test('reads only the requested tasks; a missing one was forgotten', () => {
    const told = midjourneyPolling.read(
      [{ id: '17', status: 'SUCCESS' }, { id: '18', status: 7 }, { id: '99' }, null],
      rows,
    )
    expect([...(told ?? [])].map(([id, one]) => [id, one === 'unclear' ? one : one.state])).toEqual([
      ['17', 'succeeded'],
      ['18', 'unclear'],
    ])
  })

  test.each([null, {}, 'busy', { code: 3 }].map(answer => ({ answer })))('$answer is not understood', ({ answer }) => {
    expect(midjourneyPolling.read(answer, rows)).toBeNull()
  })
})
