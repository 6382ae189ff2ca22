import { calls, type TestProgress } from '@tollgate/contract'
import { consoleError } from '../../platform/http/console-error.ts'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { recordAct } from '../../records/logs/acts/record-act.ts'
import { type ChannelsContext, serve } from '../context.ts'
import { throwAsLeft } from './throw-as-left.ts'

export const channelTestEndpoints = [
  serve(calls.channelTests.test, async ({ params: { id }, query: { model } }, context) => {
    const { app, request, language } = context
    const { channel, outcome, recovery } = await app.channelTests.test(id, model, request.signal).catch(throwAsLeft)
    const seconds = inSeconds(outcome.ms)
    const values = { id, name: channel.name, model: outcome.model, seconds }
    const { code, firstTokenMs } = outcome
    if (code !== null)
      await recordAct(
        context,
        'channel_test_failed',
        { ...values, reason: { sentence: outcome.message('en'), code } },
        { channelId: id },
      )
    else await recordAct(context, 'channel_test_passed', values, { channelId: id })
    return new ExtendedReply(null, {
      success: code === null,
      message: outcome.message(language),
      time: seconds,
      first_token: firstTokenMs === null ? null : inSeconds(firstTokenMs),
      model: outcome.model,
      recovery,
      ...(code !== null && { code }),
    })
  }),

  serve(calls.channelTests.testAll, async (_, context) => {
    const { channelTests, jobs } = context.app
    channelTests.announce(true)
    const started = await jobs.runNow('channel-tests')
    if (!started) {
      channelTests.announce(false)
      throw consoleError('channel_tests_running')
    }
    await recordAct(context, 'job_run', { job: 'channel-tests' })
    return channelTests.progress(started.started_at, true)
  }),

  serve(calls.channelTests.progress, (_, { app }) => progressOf(app)),
]

async function progressOf({ channelTests, jobs }: ChannelsContext): Promise<TestProgress> {
  const job = (await jobs.list()).find(({ name }) => name === 'channel-tests')
  return channelTests.progress(job?.started_at ?? 0, job?.state === 'running')
}

const inSeconds = (ms: number): number => ms / 1000
