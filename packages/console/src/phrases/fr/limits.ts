import type { FurtherPhrases } from '../language-pack.ts'

export const limits: FurtherPhrases['limits'] = {
  period: 'Limite de dépense par période',
  periodHint:
    'En plus du solde ; en UTC, la semaine commence le lundi. Un appel compte dans la période où il commence.',
  none: 'Aucune',
  periods: { day: 'Chaque jour', week: 'Chaque semaine', month: 'Chaque mois' },
  quota: 'Limite par période',
  quotaRequired: 'Veuillez saisir une limite supérieure à 0',
  used: '{{used}} utilisés sur {{limit}} ; remise à zéro {{renews}}',
  short: { day: 'par jour', week: 'par semaine', month: 'par mois' },
  channel: 'Limites',
  channelHint:
    'Comptées sur tous les nœuds. Un canal plein est sauté ; quand tous le sont, les appelants reçoivent 429. 0 : aucune limite.',
  concurrency_limit: 'Appels simultanés',
  rpm_limit: 'Appels par minute',
  tpm_limit: 'Tokens par minute',
  settingInvalid: 'Les paramètres ci-dessous ne sont pas un JSON valide',
}
