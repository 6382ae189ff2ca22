import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  UpdateCheckUrl: {
    label: 'Informations de version',
    hint: 'Adresse qui renvoie la dernière version en JSON, par exemple …/releases/latest d’un hébergeur de code. Elle n’est interrogée que lorsque quelqu’un vérifie. Vide : aucune vérification.',
  },
  Notice: {
    label: 'Annonce',
    hint: 'Affichée à tous sur la page d’accueil, et une fois à chaque utilisateur connecté quand elle change. Markdown ou HTML ; vide : aucune annonce.',
  },
  SystemName: {
    label: 'Nom du site',
    hint: 'Affiché dans la barre supérieure, les titres de fenêtre et les e-mails.',
  },
  Logo: {
    label: 'Logo',
    hint: 'Adresse d’une image. Vide : le logo intégré.',
  },
  AccentColor: {
    label: 'Couleur d’accent',
    hint: 'Des boutons et des liens, par exemple #2a52c4. Elle doit être assez foncée pour se lire sur un fond clair. Vide : la couleur intégrée.',
  },
  AccentColorDark: {
    label: 'Couleur d’accent du thème sombre',
    hint: 'Elle doit être assez claire pour se lire sur un fond sombre. Vide : la couleur ci-dessus, éclaircie autant que nécessaire.',
  },
  ThemeDensity: {
    label: 'Densité',
    hint: 'Chacun peut choisir autrement.',
    choices: { comfortable: 'Aérée', compact: 'Serrée' },
  },
  ThemeRadius: {
    label: 'Angles',
    hint: 'Chacun peut choisir autrement.',
    choices: { none: 'Droits', small: 'Peu arrondis', large: 'Arrondis' },
  },
  ThemeFont: {
    label: 'Police',
    hint: 'Chacun peut choisir autrement. Polices du système du lecteur ; rien n’est chargé.',
    choices: { system: 'Système', sans: 'Sans empattement', serif: 'À empattement', mono: 'À chasse fixe' },
  },
  HomePageContent: {
    label: 'Page d’accueil',
    hint: 'Markdown, HTML, ou une adresse à intégrer ; la page intégrée reçoit la langue et le thème. Vide : la page d’accueil intégrée.',
  },
  AvailabilityShownEnabled: {
    label: 'Afficher les dernières 24 heures',
    hint: 'Sur la page d’accueil intégrée, heure par heure : la part des appels qui n’ont échoué ni ici ni chez un amont. Elle ne montre ni canal ni nombre d’appels. Utilise les chiffres du tableau de bord, qui doit être activé.',
  },
  ModelFiguresShownEnabled: {
    label: 'Afficher disponibilité et vitesse des modèles',
    hint: 'Sur la page de chaque modèle, à tous : sa disponibilité sur 30 jours, et par groupe son délai jusqu’au premier token et ses tokens par seconde. Elle ne nomme ni canal, ni nombre d’appels, ni groupe que le visiteur ne peut pas utiliser. La disponibilité utilise les chiffres du tableau de bord, qui doit être activé. Un badge de chaque modèle (/badge/NAME.svg) et un flux des incidents (/feed.xml, /feed.json) sont alors publics aussi.',
  },
  About: {
    label: 'Page À propos',
    hint: 'Markdown, HTML, ou une adresse à intégrer. Vide : la page intégrée.',
  },
  UserAgreement: {
    label: 'Conditions d’utilisation',
    hint: 'Markdown, HTML, ou une adresse à intégrer. S’il y a un texte, personne ne s’inscrit ni ne se connecte sans l’accepter. Vide : aucun.',
  },
  PrivacyPolicy: {
    label: 'Politique de confidentialité',
    hint: 'Markdown, HTML, ou une adresse à intégrer. S’il y a un texte, personne ne s’inscrit ni ne se connecte sans l’accepter. Vide : aucun.',
  },
  ChangedRulesAskedAgain: {
    label: 'Redemander après un changement',
    hint: 'Qui a accepté un texte antérieur doit accepter le nouveau à sa prochaine connexion. Qui n’a jamais accepté est toujours interrogé.',
  },
  Footer: {
    label: 'Pied de page',
    hint: 'HTML sous chaque page. Vide : la ligne intégrée.',
  },
} satisfies Incomplete<WordsOfTab<'other'>>
