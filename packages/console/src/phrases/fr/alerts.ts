import type { FurtherPhrases } from '../language-pack.ts'

export const alerts: FurtherPhrases['alerts'] = {
  title: 'Alertes : ce qui est surveillé et ce qui ne va pas',
  well: 'va bien',
  off: 'pas surveillé',
  told: 'dernier envoi {{time}}',
  since: 'depuis {{time}}',
  untold: 'pas encore signalé',
  test: 'Envoyer une alerte de test',
  testHint: 'Envoyée par tous les moyens enregistrés ci-dessus.',
  sent: 'Envoyée par : {{ways}}',
  failed: '{{way}} : {{error}}',
  ways: {
    webhook: 'webhook',
    email: 'e-mail',
  },
  rules: {
    channel_down: 'Un canal est en panne',
    wallet_low: 'Le solde chez un amont est bas',
    error_rate: 'Beaucoup d’appels échouent',
    books_wrong: 'Comptes déséquilibrés',
    job_failed: 'Une tâche de fond échoue',
    price_raised: 'Le prix d’un amont dépasse le nôtre',
    database_away: 'Base injoignable',
    database_read_only: 'La base de données refuse les écritures',
    redis_away: 'Redis absent',
    not_ready: 'Un serveur n’est pas prêt',
    node_lost: 'Un nœud est perdu',
    funds_held: 'Un nœud muet retient du quota',
    disk_full: 'Le disque est presque plein',
    own_errors: 'Un serveur répond 5xx à beaucoup d’appels',
  },
}
