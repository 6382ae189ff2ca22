import type { FurtherPhrases } from '../language-pack.ts'

export const unsubscribe: FurtherPhrases['unsubscribe'] = {
  title: 'Se désabonner',
  hint: 'Vous ne recevrez plus les messages de ce site par e-mail. Les codes, réinitialisations et avertissements arrivent toujours.',
  do: 'Se désabonner',
  done: 'C’est fait : les messages ne vous sont plus envoyés.',
  toProfile: 'Le changer dans le profil',
}
