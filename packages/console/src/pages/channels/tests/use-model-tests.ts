import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askAgain } from '../../../lib/ask-again.ts'
import { type TestOutcome, testModel } from './api.ts'

export type ModelTest = { state: 'waiting' | 'running' | 'stopped' } | ({ state: 'done' } & TestOutcome)

interface ModelTests {
  /** By model; an untested model is missing. */
  tests: ReadonlyMap<string, ModelTest>
  isRunning: boolean
  /** The models in the current run, or the last. */
  progress: { total: number; done: number; failed: number }
  run(models: string[]): void
  stop(): void
}

const AT_ONCE = 5
const NONE: ReadonlyMap<string, ModelTest> = new Map()

/** Tests models of a channel, several at once. Closing the dialog stops running tests. */
export function useModelTests(channelId: number): ModelTests {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const [tests, setTests] = useState(NONE)
  const [asked, setAsked] = useState<readonly string[]>([])
  const [isRunning, setIsRunning] = useState(false)
  const stopping = useRef(new AbortController())
  useEffect(() => () => stopping.current.abort(), [])

  const note = (model: string, test: ModelTest) => setTests(before => new Map(before).set(model, test))

  async function testOne(model: string, signal: AbortSignal): Promise<void> {
    note(model, { state: 'running' })
    try {
      const outcome = await testModel(channelId, model, signal)
      note(model, { state: 'done', ...outcome })
      const { recovery } = outcome
      if (!recovery) return
      // Every test of a run may give the same message.
      const said = { key: `recovery-${channelId}`, content: t(`channelTests.recovery.${recovery}`) }
      if (recovery === 'enabled') message.success(said)
      else message.warning(said)
    } catch (error) {
      const failure = { passed: false, message: (error as Error).message, time: 0, firstToken: null, recovery: null }
      note(model, signal.aborted ? { state: 'stopped' } : { state: 'done', ...failure })
    }
  }

  async function run(models: string[]): Promise<void> {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    setIsRunning(true)
    setAsked(models)
    for (const model of models) note(model, { state: 'waiting' })
    const left = [...models].reverse()
    const work = async () => {
      for (let model = left.pop(); model !== undefined; model = left.pop())
        if (signal.aborted) note(model, { state: 'stopped' })
        else await testOne(model, signal)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setIsRunning(false)
    // The list shows the time of the last test.
    await askAgain(client, ['channels'])
  }

  const outcomes = asked.map(model => tests.get(model))
  return {
    tests,
    isRunning,
    progress: {
      total: asked.length,
      done: outcomes.filter(test => test?.state === 'done').length,
      failed: outcomes.filter(test => test?.state === 'done' && !test.passed).length,
    },
    run: models => void run(models),
    stop: () => stopping.current.abort(),
  }
}
