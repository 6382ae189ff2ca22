import type { FurtherPhrases } from '../language-pack.ts'

export const channelKeys: FurtherPhrases['channelKeys'] = {
  open: 'Clés',
  title: 'Clés de « {{name}} »',
  intro:
    'Une clé qui échoue est mise en pause, ou désactivée avec le motif de l’amont ; les autres restent utilisées. Les clés ne sont plus jamais affichées.',
  spread: 'Usage des clés',
  spreads: { random: 'au hasard', in_turn: 'tour à tour' },
  columns: { key: 'Clé', state: 'État', since: 'Depuis' },
  key: 'Clé {{position}}',
  states: { ok: 'Utilisée', resting: 'En pause', refused: 'Désactivée par l’amont', disabled: 'Désactivée' },
  restsUntil: 'Jusqu’à {{when}}',
  enable: 'Activer',
  disable: 'Désactiver',
  replace: 'Remplacer',
  replaceTitle: 'Remplacer la clé {{position}}',
  replaceConsequence: 'La clé actuelle sera définitivement perdue.',
  remove: 'Retirer',
  removeTitle: 'Retirer la clé {{position}} ?',
  removeConsequence:
    'Elle sera définitivement perdue. Les fichiers, lots et réponses créés avec elle ne seront plus accessibles.',
  add: 'Ajouter des clés',
  addLabel: 'Nouvelles clés, une par ligne',
  addDocuments: 'Nouvelles clés : un document JSON après l’autre',
  added: 'Clés ajoutées',
  usedAs: 'Les utiliser comme',
  uses: {
    channels: 'un canal pour chacune',
    random: 'un seul canal, clés au hasard',
    in_turn: 'un seul canal, clés à tour de rôle',
  },
  replacesAll: 'Une par ligne ; elles remplacent toutes les clés de {{name}}.',
  flags: {
    label: 'À vérifier : {{count}}',
    other_model: '{{model}} a été demandé, l’amont dit avoir servi {{served}}.',
    input_counts:
      '{{model}} : l’amont facture {{ratio}} fois les tokens d’entrée que nous comptons, sur {{calls}} appels.',
    output_counts:
      '{{model}} : l’amont facture {{ratio}} fois les tokens de sortie que nous comptons, sur {{calls}} appels.',
    dismiss: 'J’ai vérifié',
  },
}
