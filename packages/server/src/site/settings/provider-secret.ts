import { providerSecrets } from '../../platform/options/further-oidc.ts'
import { changeOption, type OptionChanger } from './change-option.ts'

/** Sets or deletes the client secret of one further OIDC provider. Also deletes the secrets of removed providers. */
export async function setProviderSecret(context: OptionChanger, { slug, secret }: { slug: string; secret: string }) {
  const { options } = context.app
  const present = new Set(options.get('oidc.providers').map(entry => entry.slug))
  const all = { ...providerSecrets(options), [slug]: secret }
  const kept = Object.entries(all).filter(([name, value]) => value !== '' && present.has(name))
  const text = kept.length > 0 ? JSON.stringify(Object.fromEntries(kept)) : ''
  await changeOption(context, 'oidc.provider_secrets', text, undefined)
}
