import type { ActKind } from '@tollgate/contract'
import type { LogCode } from '../../../platform/messages/index.ts'

const codesByKind: Record<ActKind, readonly LogCode[]> = {
  options: ['option_changed', 'secret_option_changed', 'ratios_reset', 'prices_accepted'],
  channels: [
    'channel_added',
    'channel_changed',
    'channel_deleted',
    'key_revealed',
    'keys_changed',
    'channel_refused',
    'channel_too_slow',
    'channel_balance_used_up',
    'channel_recovered',
    'channel_test_passed',
    'channel_test_failed',
    'abilities_repaired',
    'model_preset_kept',
    'model_preset_deleted',
  ],
  users: [
    'user_added',
    'user_changed',
    'user_promoted',
    'user_demoted',
    'user_enabled',
    'user_disabled',
    'user_cancelled',
    'rights_limited',
    'rights_unlimited',
    'identity_unbound',
    'balance_changed',
    'call_refunded',
    'calls_refunded',
    'refunds_undone',
    'call_charged_again',
    'order_completed',
    'order_refunded',
    'subscription_given',
    'subscription_paused',
    'subscription_resumed',
    'subscription_reset',
    'subscription_ended',
  ],
  redemptions: ['redemptions_made', 'plan_codes_made', 'redemption_changed', 'redemption_deleted'],
  plans: ['plan_made', 'plan_changed', 'plan_deleted'],
  log: ['log_cleared'],
  jobs: ['job_run', 'import_begun'],
  'sign-ins': ['signed_in', 'password_reset', 'reset_link_withheld', 'sign_ins_failed', 'unknown_sign_ins_failed'],
}

/** The codes of log rows of each kind of act. */
export const codesOf = (kind: ActKind): readonly LogCode[] => codesByKind[kind]
