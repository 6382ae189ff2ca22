import { SafetyCertificateOutlined } from '@ant-design/icons'

/** A provider's letter or emoji, else the icon of all OIDC providers. */
export const ProviderIcon = ({ text }: { text: string }) =>
  text === '' ? <SafetyCertificateOutlined /> : <span aria-hidden="true">{text}</span>
