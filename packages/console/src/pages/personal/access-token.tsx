import { USER_ID_HEADER, type User } from '@tollgate/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CodeBlock } from '../../components/code-block.tsx'
import { Panel } from '../../components/panel.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { paths } from '../../lib/paths.ts'
import { useGatewayAddress } from '../../session/status.tsx'
import { useMakeAccessToken } from './api.ts'
import styles from './personal.module.css'

/** The system access token, with which scripts make console calls as this user. */
export function AccessToken({ user }: { user: User }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const address = useGatewayAddress()
  const { mutate: make, data: token, isPending } = useMakeAccessToken()

  const askAndMake = async () => {
    const agreed = await confirm({
      title: t('personal.accessToken.askTitle'),
      consequence: t('personal.accessToken.consequence'),
      agree: t('personal.accessToken.make'),
    })
    if (agreed) make()
  }
  const example = `curl ${address}/api/user/self \\
  -H "Authorization: ${token ?? 'TOKEN'}" \\
  -H "${USER_ID_HEADER}: ${user.id}"`

  return (
    <Panel title={t('personal.accessToken.title')} hint={t('personal.accessToken.hint')}>
      <div className={styles.stack}>
        {token && (
          <>
            <Alert type="warning" showIcon title={t('personal.accessToken.once')} />
            <CodeBlock isSensitive code={token} what={t('personal.accessToken.title')} />
          </>
        )}
        <div>
          <h3 className={styles.label}>{t('personal.accessToken.example')}</h3>
          <p>
            <Link to={paths.apiDocs}>{t('layout.pages.apiDocs')}</Link>
          </p>
          <CodeBlock isSensitive code={example} what={t('personal.accessToken.example')} />
        </div>
        <div>
          <Button loading={isPending} onClick={askAndMake}>
            {t('personal.accessToken.make')}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
