import { type OptionTable, type OptionValue, optionKeys, optionLines, type SiteStatus } from '@tollgate/contract'
import { readyMethods } from '../../money/payment/providers.ts'
import type { Options } from '../../platform/options/index.ts'
import { menuItemsFor } from '../../platform/options/menu-items.ts'
import type { SiteContext } from '../context.ts'
import { overviewPanels } from './overview-panels.ts'

/** Fields of the status that copy an option. */
type Copies = {
  [Key in keyof OptionTable as OptionTable[Key] extends { publicAs: infer Field extends string }
    ? Field
    : never]: OptionValue<Key>
}

const copied = optionKeys.flatMap(key => {
  const field = optionLines[key].publicAs
  return field ? [{ field, key }] : []
})

/** Returns the public status of this site. */
export function siteStatus(
  { options, version, startedAt }: Pick<SiteContext, 'options' | 'version' | 'startedAt'>,
  isSetUp: boolean,
): SiteStatus {
  const chats_broken = options.isBroken('Chats')
  const methods = readyMethods(options)
  return {
    ...copiesOf(options),
    // Otherwise visitors would be sent to the default's sites instead of the operator's.
    ...(chats_broken && { chats: [] }),
    chats_broken,
    oidc_providers: options
      .get('oidc.providers')
      .filter(({ enabled }) => enabled)
      .map(({ slug, name, icon }) => ({ slug, name, icon })),
    version,
    start_time: startedAt,
    setup: isSetUp,
    enable_online_topup: methods.length > 0,
    topup_methods: methods,
    user_agreement_enabled: options.get('UserAgreement') !== '',
    overview_panels: overviewPanels(options),
    menu_items: menuItemsFor(options, 0),
    privacy_policy_enabled: options.get('PrivacyPolicy') !== '',
    // Charges are never kept in memory only.
    enable_batch_update: false,
  }
}

function copiesOf(options: Options): Copies {
  const fields = copied.map(({ field, key }) => [field, options.get(key)])
  // `copied` has exactly the options of the type `Copies`.
  return Object.fromEntries(fields) as Copies
}
