import type { FurtherPhrases } from '../language-pack.ts'

export const about: FurtherPhrases['about'] = {
  title: 'À propos',
  builtIn:
    'Ce site fonctionne avec Tollgate, une passerelle entre les programmes et les modèles d’IA : elle transmet les requêtes, les compte et les facture.',
  operatorHint: 'L’exploitant peut remplacer ce texte dans les paramètres.',
  version: 'Version',
  running: 'Démarré',
  failed: 'Échec du chargement de la page À propos',
  noRules: 'Ce site n’en a pas.',
  rulesFailed: 'Échec du chargement de cette page',
}
