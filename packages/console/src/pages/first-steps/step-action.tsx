import { useMutation, useQueryClient } from '@tanstack/react-query'
import { calls, splitList, type Token } from '@tollgate/contract'
import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { lazyForm } from '../../components/lazy-form.tsx'
import { askAgain } from '../../lib/ask-again.ts'
import { send } from '../../lib/call.ts'
import { formatDuration } from '../../lib/format.ts'
import { bestKnownModel } from '../../lib/known-models.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths } from '../../lib/paths.ts'
import { withPhrases } from '../../phrases/index.ts'
import { testModel } from '../channels/tests/api.ts'
import { useMakeToken } from '../connect/api.ts'
import type { FirstSteps } from './api.ts'
import type { StepKey } from './steps.ts'

const NewKeys = lazyForm(() =>
  withPhrases(['tokens', 'tryIt'], import('../tokens/new-keys.tsx')).then(file => file.NewKeys),
)
const TryIt = lazyPart(() => withPhrases(['tryIt', 'log'], import('./try-it/try-it.tsx')))

interface StepActionProps {
  step: StepKey | undefined
  facts: FirstSteps
}

/** The button for a step on this page, and its dialog, which stays when the step is done. */
export default function StepAction({ step, facts }: StepActionProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [made, setMade] = useState<Token>()
  const [tried, setTried] = useState<number>()
  const { mutate: make, isPending: isMaking } = useMakeToken()
  const test = useTest()

  const buttons: Record<StepKey, ReactNode> = {
    channel: (
      <Button type="primary" size="small" onClick={() => navigate(paths.addChannel)}>
        {t('home.steps.channelDo')}
      </Button>
    ),
    test: (
      <Button
        type="primary"
        size="small"
        loading={test.isPending}
        onClick={() => facts.channel_id !== null && test.mutate(facts.channel_id)}
      >
        {t('home.steps.testDo')}
      </Button>
    ),
    token: (
      <Button
        type="primary"
        size="small"
        loading={isMaking}
        onClick={() => make(t('home.steps.tokenName'), { onSuccess: token => setMade(token) })}
      >
        {t('home.steps.tokenDo')}
      </Button>
    ),
    call: facts.token_id !== null && (
      <Button type="primary" size="small" onClick={() => setTried(facts.token_id ?? undefined)}>
        {t('tryIt.do')}
      </Button>
    ),
  }
  return (
    <>
      {step && buttons[step]}
      {made && <NewKeys tokens={[made]} onClose={() => setMade(undefined)} />}
      {tried !== undefined && <TryIt tokenId={tried} onClose={() => setTried(undefined)} />}
    </>
  )
}

/** Tests a channel with its best-known model, and reports the result. */
function useTest() {
  const { t } = useTranslation()
  const { message, notification } = App.useApp()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      const channel = await send(calls.channels.get, { params: { id } })
      const model = bestKnownModel(splitList(channel.models)) ?? ''
      return { channel, ...(await testModel(id, model, new AbortController().signal)) }
    },
    onSuccess: ({ channel: { name }, passed, message: reason, time }) => {
      if (passed) message.success(t('home.steps.testPassed', { name, time: formatDuration(time) }))
      else notification.error({ title: t('home.steps.testFailed', { name }), description: reason, duration: 0 })
      // The list shows the time of the last test.
      return askAgain(client, ['channels'])
    },
  })
}
