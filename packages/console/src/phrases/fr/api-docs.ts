import type { FurtherPhrases } from '../language-pack.ts'

export const apiDocs: FurtherPhrases['apiDocs'] = {
  intro:
    'Pour les scripts : envoyez un jeton d’accès système dans Authorization, et l’ID de son utilisateur dans {{header}}. Chaque réponse est une enveloppe avec success, message et data.',
  search: 'Chercher',
  download: 'Description OpenAPI',
  loadFailed: 'Impossible de charger la description',
  nothing: 'Aucun appel ne correspond à « {{query}} »',
  access: {
    public: 'Tout le monde',
    user: 'Utilisateurs',
    admin: 'Administrateurs',
    root: 'Super-admin',
    token: 'Détenteurs d’un jeton',
  },
  confirm: 'Requiert une confirmation récente dans le navigateur : un script ne peut pas faire cet appel.',
  limit: 'Au plus {{attempts}} tentatives en {{minutes}} minutes.',
  parameters: 'Paramètres',
  body: 'Corps',
  reply: 'Réponse',
  example: 'Exemple',
}
