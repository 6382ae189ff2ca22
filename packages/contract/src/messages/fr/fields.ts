import type { fields as en } from '../en/fields.ts'

export const fields: Record<keyof typeof en, string> = {
  name: 'Nom',
  quota: 'Quota',
  count: 'Nombre',
  status: 'État',
  key: 'Clé',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  display_name: 'Nom affiché',
  email: 'Adresse e-mail',
  group: 'Groupe',
  models: 'Modèles',
  priority: 'Priorité',
  weight: 'Poids',
  tag: 'Étiquette',
  remain_quota: 'Quota',
  expired_time: 'Expiration',
  amount: 'Montant',
}
